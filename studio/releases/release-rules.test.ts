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
  "a release refuses %s, because publishing it there would store no legal version",
  async (type) => {
    expect(await checkVersion(version(type), nothing)).toContain("só o botão Publicar");
    expect(await checkVersion({ _id: `drafts.${type}`, _type: type }, nothing)).toBe(true);
    expect(await checkVersion({ _id: type, _type: type }, nothing)).toBe(true);
    const schemaType = schemaTypes.find(({ name }) => name === type);
    expect(schemaType).toHaveProperty("validation");
  },
);

test("a release accepts documents that are no source of legal texts", async () => {
  expect(await checkVersion(version("homePage"), nothing)).toBe(true);
});

test("a release refuses a changed path, because no redirect would be created", async () => {
  const former = published({ slug: { current: "antigo" } });
  expect(await checkVersion(product("novo"), former)).toContain("(/antigo)");
  expect(await checkVersion(product("antigo"), former)).toBe(true);
  const page = version("page", { path: "/novo" });
  expect(await checkVersion(page, published({ path: "/antigo" }))).toContain("(/antigo)");
});

test("a release accepts any path for a new document unless a redirect begins there", async () => {
  expect(await checkVersion(product("novo"), nothing)).toBe(true);
  const redirected: FindKnownPaths = async () => ({ published: null, isRedirected: true });
  expect(await checkVersion(product("novo"), redirected)).toContain("já começa em /novo");
});

test("checkVersion looks up the published document without the release's prefix", async () => {
  const asked: string[][] = [];
  await checkVersion(product("novo"), (...question) => {
    asked.push(question);
    return nothing(...question);
  });
  expect(asked).toEqual([["some", "/novo"]]);
});
