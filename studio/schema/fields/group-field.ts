import { defineField } from "sanity";
import type { FieldDefinition } from "sanity";

interface GroupField {
  name: string;
  title: string;
  description?: string;
  fields: FieldDefinition[];
  collapsed?: boolean;
}

/** A required part of a document, shown as a fold with its own title. */
export function groupField({ collapsed = false, ...field }: GroupField) {
  return defineField({
    ...field,
    type: "object",
    options: { collapsible: true, collapsed },
    validation: (rule) => rule.required(),
  });
}
