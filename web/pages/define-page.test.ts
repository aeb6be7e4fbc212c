import { expect, test } from "vitest";
import { termsQuery } from "./terms/terms-query.ts";
import { aboutQuery } from "./about/about-query.ts";
import { definePage } from "./define-page.ts";
import * as pages from "./routes.ts";

const terms = { path: "/x", kind: "marketing" } as const;
const page = async () => (await import("./terms/terms-page.tsx")).TermsPage;

test("a page and a loader that do not belong together do not compile", () => {
  definePage({ ...terms, load: ({ read }) => read(termsQuery), page });
  // @ts-expect-error: no page shows that.
  definePage({ ...terms, load: () => Promise.resolve("nonsense"), page });
  // @ts-expect-error: this is what another page shows.
  definePage({ ...terms, load: ({ read }) => read(aboutQuery), page });
  // @ts-expect-error: a page needs a loader.
  definePage({ ...terms, page });
});

test("every page is at a path of its own", () => {
  const all = Object.values(pages).flatMap(({ path }): string[] => [path].flat());
  expect(all.toSorted()).toEqual([...new Set(all)].toSorted());
});

test("the server has a loader for every page", () => {
  expect(Object.values(pages).filter(({ load }) => !load)).toEqual([]);
});
