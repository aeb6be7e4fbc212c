import { expect, test } from "vitest";
import { readDeletion } from "./delete-unlinked.tsx";

const id = "product-pix";
const link = (fields: object = {}) => ({ closing: [{ document: { _ref: id, ...fields } }] });

const deletionOf = (linking: object[], versions: string[] = []) =>
  readDeletion({ linking, versions }, id);

test("readDeletion lists each linking document once, and never the document itself", () => {
  const { linking } = deletionOf([
    { _id: "aboutPage", _type: "aboutPage", ...link() },
    { _id: "drafts.aboutPage", _type: "aboutPage", ...link() },
    { _id: "drafts.later", _type: "redirect", ...link() },
    { _id: "versions.rverao.page", _type: "page", ...link() },
    { _id: id, _type: "product", ...link() },
    { _id: `drafts.${id}`, _type: "product", ...link() },
  ]);
  expect(linking.map(({ _id }) => _id).toSorted()).toEqual([
    "aboutPage",
    "drafts.later",
    "versions.rverao.page",
  ]);
});

test("readDeletion ignores weak references, such as those of legal versions", () => {
  const weak = { _id: "legalVersion-1", _type: "legalVersion", ...link({ _weak: true }) };
  expect(deletionOf([weak]).linking).toEqual([]);
});

test("readDeletion returns the drafts and versions of the document and no others", () => {
  const own = [id, `drafts.${id}`, `versions.rverao.${id}`];
  expect(deletionOf([], [...own, "versions.rverao.other"]).versions).toEqual(own);
});
