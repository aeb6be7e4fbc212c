import { type ArrayDefinition, defineArrayMember, defineField } from "sanity";
import type { Field } from "./text-fields.ts";

/** Makes a field for a list of cards. `count` is the exact number of cards that the layout needs. */
export function features(title = "Itens", count?: number): Field {
  return listOf("feature", title, count);
}

export function steps(count?: number, title = "Passos"): Field {
  return listOf("step", title, count);
}

function listOf(type: "feature" | "step", title: string, count: number | undefined): Field {
  return list(title, defineArrayMember({ type }), (rule) =>
    count ? rule.required().length(count) : rule.required().min(1),
  );
}

/** Makes a field for a list of entries of one kind. */
export function list(
  title: string,
  member: ArrayDefinition["of"][number],
  validation: NonNullable<ArrayDefinition["validation"]>,
  description?: string,
): Field {
  const described = { title, ...(description && { description }) };
  return (name) => defineField({ name, ...described, type: "array", of: [member], validation });
}

interface LinkListOptions {
  title?: string;
  description?: string;
  minimum: number;
  maximum: number;
}

export function linkList({
  title = "Botões",
  minimum,
  maximum,
  ...options
}: LinkListOptions): Field {
  return (name) =>
    defineField({
      ...options,
      name,
      title,
      type: "array",
      of: [defineArrayMember({ type: "link" })],
      validation: (rule) =>
        minimum > 0 ? rule.required().min(minimum).max(maximum) : rule.max(maximum),
    });
}

/** Makes a field for a required image and its alternative text. */
export function image(title: string, description?: string): Field {
  return (name) =>
    defineField({
      name,
      title,
      ...(description && { description }),
      type: "imageWithAlt",
      validation: (rule) => rule.required().assetRequired(),
    });
}
