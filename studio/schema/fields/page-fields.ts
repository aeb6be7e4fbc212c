import { ComposeIcon } from "@sanity/icons/Compose";
import { SearchIcon } from "@sanity/icons/Search";
import { defineField } from "sanity";
import type { FieldDefinition, FieldGroupDefinition } from "sanity";

/** Tabs of every document that is a page. */
export const pageGroups = [
  { name: "content", title: "Conteúdo", icon: ComposeIcon, default: true },
  { name: "seo", title: "Busca e compartilhamento", icon: SearchIcon },
] satisfies FieldGroupDefinition[];

/** The fields of a page: the given ones under “Conteúdo”, the SEO object in its own tab. */
export function pageFields(fields: FieldDefinition[]): FieldDefinition[] {
  return [
    ...fields.map((field) => ({ ...field, group: "content" })),
    defineField({
      name: "seo",
      title: "Busca e compartilhamento",
      description:
        "O que o Google, o WhatsApp e as redes mostram. O que ficar vazio vem das configurações.",
      type: "seo",
      group: "seo",
    }),
  ];
}
