import { z } from "zod";

/** Invented value in the content. The company must replace it with the real value. */
export interface Placeholder {
  /** Invented text, which may be part of a longer text. */
  value: string;
  /** Portuguese description of the real value, for the person who prepares the launch. */
  replaceWith: string;
}

/** All invented values that must be replaced before the site goes live. */
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

export interface FoundPlaceholder extends ContentString {
  placeholder: Placeholder;
}

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

/** Sanity document. Only its id and type are validated. */
export type ContentDocument = z.infer<typeof documentSchema>;

export interface ContentString {
  documentId: string;
  documentType: string;
  /** Field names and keys of list items, joined by dots, such as `faq.items.cost.title`. */
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

export function listStrings(document: ContentDocument): ContentString[] {
  return stringsIn(document, [], document);
}
