import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  fillVariables,
  textValues,
} from "../../supabase/functions/_shared/contracts/fields/variables.ts";
import {
  type ContentDocument,
  type ContentString,
  documentSchema,
  listStrings,
} from "./placeholders.ts";

/** Folder of the seed: `content.ndjson` and the images it names. */
export const seedDirectory = import.meta.dirname;

/** Reads every document of the seed, in file order. Throws when a line is no document. */
export function readSeedDocuments(): ContentDocument[] {
  return readFileSync(join(seedDirectory, "content.ndjson"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => documentSchema.parse(JSON.parse(line)));
}

const notCopy =
  /(?:^|\.)(?:_\w+|href|kind|place|anchor|icon|network|url|current|orderRank|style|listItem|marks\.\d+|whatsapp|postalCode|number|topic)$/;

/** The strings a person reads: no ids, addresses or choices from a list. */
export function listCopy(document: ContentDocument): ContentString[] {
  return listStrings(document).filter(
    ({ path, documentId }) => documentId !== "businessRules" && !notCopy.test(path),
  );
}

/** Replaces `{{tokens}}` by what the business rules and the settings among the documents say. */
export function fillTokens(documents: readonly ContentDocument[]) {
  const find = (id: string) => documents.find(({ _id }) => _id === id);
  const values = textValues(find("businessRules"), find("siteSettings"));
  return (text: string): string => fillVariables(text, values);
}
