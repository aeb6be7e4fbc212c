import { expect, test } from "vitest";
import { nextVersion } from "./next-version.ts";

const body = (text: string) => [{ _type: "block", children: [{ text, marks: [] }] }];
const document = {
  _id: "termsPage",
  title: "Termos",
  versionLabel: "Versão",
  clauses: [{ _key: "a", title: "Limite", body: body("Até {{coveragePercent}}%.") }],
};
const values = { coveragePercent: 70 };
const subject = "termsPage";

function make(situation: Partial<Parameters<typeof nextVersion>[0]> = {}) {
  return nextVersion({ subject, document, values, ...situation });
}
const first = { number: 1, ...make() };

test("the first version has filled-in values and a path, and no labels of the page", () => {
  expect(make()).toEqual({
    _id: "legalVersion-termsPage-1",
    _type: "legalVersion",
    subject: "termsPage",
    number: 1,
    version: "1",
    path: "/termos/versoes/1",
    title: "Termos",
    clauses: [{ _key: "a", title: "Limite", body: body("Até 70%.") }],
  });
});

test("an unchanged text makes no version, even if it types out a value", () => {
  const typed = [{ _key: "a", title: "Limite", body: body("Até 70%.") }];
  expect(make({ newest: { version: "1", ...first } })).toBeUndefined();
  expect(
    make({ newest: { version: "1", ...first }, document: { ...document, clauses: typed } }),
  ).toBeUndefined();
});

test("a changed value in the text makes the next version", () => {
  expect(
    make({ newest: { version: "1", ...first }, values: { coveragePercent: 80 } }),
  ).toMatchObject({ _id: "legalVersion-termsPage-2", number: 2, version: "2" });
});

test.each([
  ["1.1", "1.2"],
  ["1.9", "1.10"],
  ["2026.1", "2026.2"],
  ["9", "10"],
])("version %s is followed by version %s", (version, next) => {
  const newest = { ...first, number: 4, version, title: "Outro" };
  expect(make({ newest })).toMatchObject({
    _id: "legalVersion-termsPage-5",
    version: next,
    path: `/termos/versoes/${next}`,
  });
});

test("a text from before the history keeps its version and date", () => {
  const named = { version: "1.1", inForceSince: "2026-11-22" };
  expect(make({ first: named })).toMatchObject({ number: 1, ...named });
});

test("a version refers weakly to documents, so that they can be deleted", () => {
  const link = { _key: "l", _type: "link", target: { _type: "reference", _ref: "page-x" } };
  const image = { _type: "imageWithAlt", asset: { _type: "reference", _ref: "image-x" } };
  const intro = [{ _type: "block", markDefs: [link], children: [] }, image];
  const made = make({
    document: { ...document, clauses: [{ _key: "a", title: "T", body: intro }] },
  });
  expect(JSON.stringify(made)).toContain('"_ref":"page-x","_weak":true');
  expect(JSON.stringify(made)).toContain('"_ref":"image-x"}');
});
