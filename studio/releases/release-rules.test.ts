import type { SanityDocument } from "sanity";
import { expect, test } from "vitest";
import { schemaTypes } from "../schema/schema-types.ts";
import { type FindKnownPaths, checkVersion } from "./release-rules.ts";

const nothing: FindKnownPaths = async () => ({ published: null, isRedirected: false });
const published =
  (document: object): FindKnownPaths =>
  async () => ({ published: document, isRedirected: false });

function version(type: string, fields: object = {}): Pick<SanityDocument, "_id" | "_type"> {
  return { _id: "versions.rverao.some", _type: type, ...fields };
}
const product = (current: string) => version("product", { slug: { current } });

test.each(["termsPage", "privacyPolicy", "businessRules", "siteSettings", "legalVersion"])(
  "%s cannot be published by a release, which would keep no version of the legal texts",
  async (type) => {
    expect(await checkVersion(version(type), nothing)).toContain("só o botão Publicar");
    expect(await checkVersion({ _id: `drafts.${type}`, _type: type }, nothing)).toBe(true);
    expect(await checkVersion({ _id: type, _type: type }, nothing)).toBe(true);
    const schemaType = schemaTypes.find(({ name }) => name === type);
    expect(schemaType).toHaveProperty("validation");
  },
);

test("what no legal text is made from may be in a release", async () => {
  expect(await checkVersion(version("homePage"), nothing)).toBe(true);
});

test("a path changes outside of releases, where the former one becomes a redirect", async () => {
  const former = published({ slug: { current: "antigo" } });
  expect(await checkVersion(product("novo"), former)).toContain("(/antigo)");
  expect(await checkVersion(product("antigo"), former)).toBe(true);
  const page = version("page", { path: "/novo" });
  expect(await checkVersion(page, published({ path: "/antigo" }))).toContain("(/antigo)");
});

test("what is new in a release may have any path where no redirect begins", async () => {
  expect(await checkVersion(product("novo"), nothing)).toBe(true);
  const redirected: FindKnownPaths = async () => ({ published: null, isRedirected: true });
  expect(await checkVersion(product("novo"), redirected)).toContain("já começa em /novo");
});

test("the published document is looked up by the id that it has without the release", async () => {
  const asked: string[][] = [];
  await checkVersion(product("novo"), (...question) => {
    asked.push(question);
    return nothing(...question);
  });
  expect(asked).toEqual([["some", "/novo"]]);
});
