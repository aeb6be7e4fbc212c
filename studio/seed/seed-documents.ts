import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const documentSchema = z.looseObject({ _id: z.string(), _type: z.string() });

/** A document of the content, its fields as yet unknown. */
export type ContentDocument = z.infer<typeof documentSchema>;

/** One string of a document and where it stands. */
export interface ContentString {
  documentId: string;
  /** Field names and array keys, joined by dots: `faq.items.cost.title`. */
  path: string;
  text: string;
}

/** Folder of the seed: `content.ndjson` and the images it names. */
export const seedDirectory = import.meta.dirname;

/** Reads every document of the seed, in file order. Throws when a line is no document. */
export function readSeedDocuments(): ContentDocument[] {
  return readFileSync(join(seedDirectory, "content.ndjson"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => documentSchema.parse(JSON.parse(line)));
}

function stringsIn(value: unknown, path: string[], documentId: string): ContentString[] {
  if (typeof value === "string") return [{ documentId, path: path.join("."), text: value }];
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => {
      const keyed = z.object({ _key: z.string() }).safeParse(item);
      return stringsIn(item, [...path, keyed.data?._key ?? String(index)], documentId);
    });
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    stringsIn(child, [...path, name], documentId),
  );
}

/** Every string of a document, at any depth. */
export function listStrings(document: ContentDocument): ContentString[] {
  return stringsIn(document, [], document._id);
}

const notCopy =
  /(?:^|\.)(?:_\w+|href|kind|place|anchor|icon|network|url|current|orderRank|style|listItem|marks\.\d+|whatsapp|postalCode|version|inForceSince|number|topic)$/;

/** The strings a person reads: no ids, addresses or choices from a list. */
export function listCopy(document: ContentDocument): ContentString[] {
  return listStrings(document).filter(
    ({ path, documentId }) => documentId !== "businessRules" && !notCopy.test(path),
  );
}

/** Replaces `{{tokens}}` by the fields of the business rules among the documents. */
export function fillTokens(documents: readonly ContentDocument[]) {
  const rules = documents.find(({ _id }) => _id === "businessRules") ?? {};
  const values = z.record(z.string(), z.unknown()).parse(rules);
  return (text: string): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_token, name: string) => String(values[name]));
}
