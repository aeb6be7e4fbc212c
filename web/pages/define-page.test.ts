import { expect, test } from "vitest";
import { aboutQuery } from "./about/about-route.ts";
import { loadTerms } from "./legal/load-legal.ts";
import { definePage } from "./define-page.ts";
import * as pages from "./routes.ts";

const terms = { path: "/x", kind: "marketing" } as const;
const page = async () => (await import("./legal/legal-page.tsx")).LegalPage;

test("a page and a loader that do not belong together do not compile", () => {
  definePage({ ...terms, load: ({ read }) => loadTerms(read), page });
  // @ts-expect-error: no page shows that.
  definePage({ ...terms, load: () => Promise.resolve("nonsense"), page });
  // @ts-expect-error: this is what another page shows.
  definePage({ ...terms, load: ({ read }) => read(aboutQuery), page });
  // @ts-expect-error: a page needs a loader.
  definePage({ ...terms, page });
});

test("every page has its own path", () => {
  const all = Object.values(pages).flatMap(({ path }): string[] => [path].flat());
  expect(all.toSorted()).toEqual([...new Set(all)].toSorted());
});

test("the server has a loader for every page", () => {
  expect(Object.values(pages).filter(({ load }) => !load)).toEqual([]);
});
