import { defineField } from "sanity";

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
