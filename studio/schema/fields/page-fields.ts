import { ComposeIcon } from "@sanity/icons/Compose";
import { SearchIcon } from "@sanity/icons/Search";
import { type FieldDefinition, type FieldGroupDefinition, defineField } from "sanity";
import { lineField, paragraphField } from "./text-fields.ts";

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

/** The opening every marketing page has. */
export const heroField = defineField({
  name: "hero",
  title: "Abertura",
  type: "hero",
  validation: (rule) => rule.required(),
});

/** The closing invitation of a page. */
export const closingField = defineField({
  name: "closing",
  title: "Chamada final",
  type: "callToAction",
  validation: (rule) => rule.required(),
});

/** Heading and optional introduction of a section, followed by what the section holds. */
export function sectionFields(...content: FieldDefinition[]): FieldDefinition[] {
  return [
    lineField({ name: "title", title: "Título da seção" }),
    paragraphField({ name: "intro", title: "Introdução", optional: true }),
    ...content,
  ];
}

/** One required `formField` per entry of `titles` (field name to Portuguese title). */
export function formFields(titles: Record<string, string>) {
  return Object.entries(titles).map(([name, title]) =>
    defineField({
      name,
      title,
      type: "formField",
      options: { collapsible: true, collapsed: true },
      validation: (rule) => rule.required(),
    }),
  );
}
