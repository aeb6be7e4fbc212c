import { defineArrayMember, defineField } from "sanity";

interface ListField {
  name?: string;
  title?: string;
  description?: string;
  /** Exactly as many items as the layout of the page has places for. */
  count?: number;
}

/** Cards with icon, title and text. */
export function featuresField({ name = "items", title = "Itens", count, ...field }: ListField) {
  return defineField({
    ...field,
    name,
    title,
    type: "array",
    of: [defineArrayMember({ type: "feature" })],
    validation: (rule) => (count ? rule.required().length(count) : rule.required().min(1)),
  });
}

/** Numbered steps, in the order the visitor takes them. */
export function stepsField({ name = "items", title = "Passos", count, ...field }: ListField) {
  return defineField({
    ...field,
    name,
    title,
    type: "array",
    of: [defineArrayMember({ type: "step" })],
    validation: (rule) => (count ? rule.required().length(count) : rule.required().min(1)),
  });
}

interface LinksField {
  name?: string;
  title?: string;
  description?: string;
  minimum: number;
  maximum: number;
}

/** Links shown as buttons or as a list. */
export function linksField({
  name = "links",
  title = "Botões",
  minimum,
  maximum,
  ...field
}: LinksField) {
  return defineField({
    ...field,
    name,
    title,
    type: "array",
    of: [defineArrayMember({ type: "link" })],
    validation: (rule) =>
      minimum > 0 ? rule.required().min(minimum).max(maximum) : rule.max(maximum),
  });
}
