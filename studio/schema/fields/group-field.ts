import { defineField } from "sanity";
import type { FieldDefinition } from "sanity";

interface GroupField {
  name: string;
  title: string;
  description?: string;
  fields: FieldDefinition[];
  collapsed?: boolean;
  optional?: boolean;
  /** What the fields have to be together; gives the message for the editor. */
  check?: (value: Record<string, unknown> | undefined) => true | string;
}

/** A part of a document, required unless said otherwise, shown as a fold with its own title. */
export function groupField({
  collapsed = false,
  optional = false,
  check = () => true,
  ...field
}: GroupField) {
  return defineField({
    ...field,
    type: "object",
    options: { collapsible: true, collapsed },
    validation: (rule) => (optional ? rule : rule.required()).custom(check),
  });
}
