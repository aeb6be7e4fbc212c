import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fillVariables, textValues } from "#contracts/fields/variables.ts";
import {
  type ContentDocument,
  type ContentString,
  documentSchema,
  listStrings,
} from "./placeholders.ts";

export const seedDirectory = import.meta.dirname;

/** Reads all documents of the seed, in the order of the file. @throws when a line is not a document. */
export function readSeedDocuments(): ContentDocument[] {
  return readFileSync(join(seedDirectory, "content.ndjson"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => documentSchema.parse(JSON.parse(line)));
}

const notCopy =
  /(?:^|\.)(?:_\w+|href|kind|place|anchor|icon|network|url|current|orderRank|style|listItem|marks\.\d+|whatsapp|postalCode|number|topic)$/;

/** Lists the strings of a document that people read. Ids, URLs and values chosen from a list are left out. */
export function listCopy(document: ContentDocument): ContentString[] {
  return listStrings(document).filter(
    ({ path, documentId }) => documentId !== "businessRules" && !notCopy.test(path),
  );
}

/** Returns a function that replaces `{{tokens}}` by the business rules and settings in `documents`. */
export function fillTokens(documents: readonly ContentDocument[]) {
  const find = (id: string) => documents.find(({ _id }) => _id === id);
  const values = textValues(find("businessRules"), find("siteSettings"));
  return (text: string): string => fillVariables(text, values);
}
