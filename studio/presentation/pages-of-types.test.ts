import { describe, expect, test } from "vitest";
import { fixedPaths, homeFallbackPaths } from "../public-paths.ts";
import { schemaTypes } from "../schema/schema-types.ts";
import { singletons } from "../singletons.ts";
import { mainDocuments } from "./presentation.ts";
import { pageOf, pagesOfSingletons, singletonOfPage } from "./pages-of-types.ts";

/** Their words are in mails and in PDFs. */
const onNoPage = ["letterTexts", "mailTexts"];

describe("every page of the site", () => {
  const routes = mainDocuments.flatMap(({ route }) => route);
  test.each([...fixedPaths, ...homeFallbackPaths])("%s opens beside its document", (path) => {
    expect(routes).toContain(path);
  });

  test("is a singleton's of the schema, and what is said of pages is said of no other", () => {
    const types = singletons.map(({ type }) => type);
    for (const type of [...singletonOfPage.values(), ...Object.keys(pagesOfSingletons)]) {
      expect(types).toContain(type);
    }
    const told = Object.values(pagesOfSingletons).flat();
    const known = ["/404", ...fixedPaths, ...homeFallbackPaths];
    expect(told.filter((path) => !known.includes(path))).toEqual([]);
  });
});

describe("every document leads to a page that shows it", () => {
  const documents = schemaTypes.filter(({ type }) => type === "document").map(({ name }) => name);
  const filled = { slug: { current: "novo" }, path: "/livre", from: "/antigo", to: "/novo" };

  test.each(documents)("%s", (type) => {
    const page = pageOf(type, filled);
    if (onNoPage.includes(type)) expect(page).toBeUndefined();
    else expect(page).toMatch(/^\//);
  });

  test("as its own address says", () => {
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
