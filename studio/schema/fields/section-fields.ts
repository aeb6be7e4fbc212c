import { defineField } from "sanity";
import type { FieldDefinition } from "sanity";
import { lineField, paragraphField } from "./copy-fields.ts";

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
