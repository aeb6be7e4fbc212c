import { expect, test } from "vitest";
import type { StoredDocument } from "../documents/document.ts";
import { parseGroq } from "./groq-query.ts";
import { tagsOfChange, tagsOfQuery } from "./sync-tags.ts";

const document = (_id: string, _type: string, attributes: object = {}): StoredDocument => ({
  _id,
  _type,
  _rev: "1",
  _createdAt: "",
  _updatedAt: "",
  ...attributes,
});
const home = document("homePage", "homePage");
const partner = document("p1", "partner");
const product = document("pr1", "product", { partner: { _type: "reference", _ref: "p1" } });

/** Returns whether creating the document `after` invalidates the query's answer. */
function concerns(query: string, after: StoredDocument, dereferenced: string[] = []): boolean {
  const tags = tagsOfQuery(parseGroq(query, {}).tree, dereferenced);
  const change = { documentId: after._id, before: undefined, after, mutations: [] };
  return tagsOfChange(change).some((tag) => tags.includes(tag));
}

test.each<[query: string, concerned: StoredDocument, spared: StoredDocument]>([
  [`*[_id == "homePage"][0]`, home, partner],
  [`*[_type == "homePage" && _id == "homePage"][0]`, home, document("other", "homePage")],
  [`*[_type == "partner"] | order(name asc){ name }`, partner, home],
  [`*[_type in ["partner", "product"]]`, product, home],
  [`*[_type == "partner" || _type == "product"]`, product, home],
  [`*[references("p1")]`, product, partner],
  [`{ "a": *[_id == "homePage"][0], "b": *[_type == "partner"] }`, partner, product],
  [`*[_type == "partner"]{ "of": *[_type == "product"] }`, product, home],
])("only documents that %s can show invalidate its answer", (query, concerned, spared) => {
  expect(concerns(query, concerned)).toBe(true);
  expect(concerns(query, spared)).toBe(false);
});

test.each([`*[name == "x"]`, `*`, `*[_type == "partner" || name == "x"]`])(
  "any change invalidates the answer to %s, which can show any document",
  (query) => expect(concerns(query, home)).toBe(true),
);

test("a followed reference counts, also to a draft", () => {
  const query = `*[_id == "homePage"][0]{ "name": partner->name }`;
  expect(concerns(query, partner)).toBe(false);
  expect(concerns(query, partner, ["p1"])).toBe(true);
  expect(concerns(query, partner, ["drafts.p1"])).toBe(true);
});

test("the former state of a document counts as well", () => {
  const tags = tagsOfQuery(parseGroq(`*[_type == "partner"]`, {}).tree, []);
  const gone = { documentId: "p1", before: partner, after: undefined, mutations: [] };
  expect(tagsOfChange(gone).some((tag) => tags.includes(tag))).toBe(true);
});
