import { z } from "zod";

export const documentSchema = z.looseObject({ _id: z.string(), _type: z.string() });

/** A document of the content, its fields as yet unknown. */
export type ContentDocument = z.infer<typeof documentSchema>;

/** One string of a document and where it stands. */
export interface ContentString {
  documentId: string;
  documentType: string;
  /** Field names and array keys, joined by dots: `faq.items.cost.title`. */
  path: string;
  text: string;
}

function stringsIn(value: unknown, path: string[], document: ContentDocument): ContentString[] {
  if (typeof value === "string") {
    const { _id: documentId, _type: documentType } = document;
    return [{ documentId, documentType, path: path.join("."), text: value }];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => {
      const keyed = z.object({ _key: z.string() }).safeParse(item);
      return stringsIn(item, [...path, keyed.data?._key ?? String(index)], document);
    });
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    stringsIn(child, [...path, name], document),
  );
}

/** Every string of a document, at any depth. */
export function listStrings(document: ContentDocument): ContentString[] {
  return stringsIn(document, [], document);
}
