import { z } from "zod";

/** A value that only stands in for one the company has to supply. */
export interface Placeholder {
  /** As it stands in the content; part of a text is enough. */
  value: string;
  /** What has to replace it, for whoever prepares the launch. */
  replaceWith: string;
}

/** All that has to be replaced before the site goes live. */
export const placeholders: readonly Placeholder[] = [
  { value: "a preencher", replaceWith: "o dado da empresa que o texto descreve" },
  { value: "00.000.000/0000-00", replaceWith: "o CNPJ da empresa" },
  { value: "87000-000", replaceWith: "o CEP da sede" },
  { value: "(44) 0000-0000", replaceWith: "o telefone da central" },
  { value: "44900000000", replaceWith: "o número do WhatsApp, com DDD" },
  { value: "payser.example", replaceWith: "o domínio de e-mail da empresa" },
  { value: "payser.exemplo", replaceWith: "o perfil da empresa na rede social" },
  { value: "payser-exemplo", replaceWith: "o perfil da empresa na rede social" },
  { value: "EXEMPLO0000", replaceWith: "o vídeo institucional no YouTube" },
  { value: "(exemplo)", replaceWith: "uma imobiliária parceira de verdade" },
  { value: "imobiliária de exemplo", replaceWith: "o logotipo de um parceiro de verdade" },
];

/** Where content still holds a placeholder. */
export interface FoundPlaceholder extends ContentString {
  placeholder: Placeholder;
}

/** Finds every placeholder left in the documents. */
export function findPlaceholders(documents: readonly ContentDocument[]): FoundPlaceholder[] {
  return documents
    .flatMap(listStrings)
    .flatMap((string) =>
      placeholders
        .filter(({ value }) => string.text.includes(value))
        .map((placeholder) => ({ ...string, placeholder })),
    );
}

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
