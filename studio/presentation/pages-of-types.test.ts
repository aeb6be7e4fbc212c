import { describe, expect, test } from "vitest";
import { fixedPaths, homeFallbackPaths } from "../public-paths.ts";
import { schemaTypes } from "../schema/schema-types.ts";
import { singletons } from "../singletons.ts";
import { mainDocuments } from "./presentation.ts";
import { pageOf, pagesOfSingletons, singletonOfPage } from "./pages-of-types.ts";

/** Types whose texts appear only in mails and PDFs. */
const onNoPage = ["letterTexts", "mailTexts"];

describe("pages of the site", () => {
  const routes = mainDocuments.flatMap(({ route }) => route);
  test.each([...fixedPaths, ...homeFallbackPaths])(
    "include %s, which opens beside its document",
    (path) => {
      expect(routes).toContain(path);
    },
  );

  test("belong to singletons of the schema, and no unknown page has one", () => {
    const types = singletons.map(({ type }) => type);
    for (const type of [...singletonOfPage.values(), ...Object.keys(pagesOfSingletons)]) {
      expect(types).toContain(type);
    }
    const listed = Object.values(pagesOfSingletons).flat();
    const known = ["/404", ...fixedPaths, ...homeFallbackPaths];
    expect(listed.filter((path) => !known.includes(path))).toEqual([]);
  });
});

describe("pageOf", () => {
  const documents = schemaTypes.filter(({ type }) => type === "document").map(({ name }) => name);
  const filled = { slug: { current: "novo" }, path: "/livre", from: "/antigo", to: "/novo" };

  test.each(documents)("knows the page of %s", (type) => {
    const page = pageOf(type, filled);
    if (onNoPage.includes(type)) expect(page).toBeUndefined();
    else expect(page).toMatch(/^\//);
  });

  test("takes the path from the document", () => {
    expect(pageOf("product", filled)).toBe("/novo");
    expect(pageOf("page", filled)).toBe("/livre");
    expect(pageOf("redirect", filled)).toBe("/antigo");
    expect(["product", "page", "redirect"].map((type) => pageOf(type, {}))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
