import { expect, test } from "vitest";
import { findPlaceholders, listStrings, placeholders } from "./placeholders.ts";
import { readSeedDocuments } from "./seed-documents.ts";

const documents = readSeedDocuments();

test("every listed placeholder occurs in the seed", () => {
  const found = new Set(findPlaceholders(documents).map(({ placeholder }) => placeholder.value));
  expect([...found].toSorted()).toEqual(placeholders.map(({ value }) => value).toSorted());
});

test("company data that the specification omits are listed", () => {
  const listed = findPlaceholders(documents).map(({ documentId, path }) => `${documentId}.${path}`);
  const unknownData = documents
    .filter(({ _id }) => _id === "siteSettings")
    .flatMap(listStrings)
    .filter(({ path }) =>
      /^(legalName|cnpj|address\.(street|postalCode)|email|phone|whatsapp|dataProtectionOfficer\.\w+|socialLinks\.\w+\.url)$/.test(
        path,
      ),
    );
  expect(unknownData).toHaveLength(13);
  for (const { documentId, path } of unknownData) expect(listed).toContain(`${documentId}.${path}`);
});

test("seeded partners and the video are listed, because the real ones are unknown", () => {
  const listed = new Set(findPlaceholders(documents).map(({ documentId }) => documentId));
  const partners = documents.filter(({ _type }) => _type === "partner");
  expect(partners).toHaveLength(4);
  for (const { _id } of partners) expect(listed).toContain(_id);
  expect(findPlaceholders(documents).map(({ path }) => path)).toContain("video.url");
});

test("content without placeholders has no findings", () => {
  expect(
    findPlaceholders([{ _id: "siteSettings", _type: "siteSettings", city: "Maringá" }]),
  ).toEqual([]);
});
