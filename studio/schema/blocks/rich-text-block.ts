import { TextIcon } from "@sanity/icons/Text";
import { defineField, defineType } from "sanity";
import { lineField } from "../fields/copy-fields.ts";

/** A free page's section of running text. */
export const richTextBlock = defineType({
  name: "richTextBlock",
  title: "Texto",
  type: "object",
  icon: TextIcon,
  fields: [
    lineField({ name: "title", title: "Título", optional: true }),
    defineField({
      name: "body",
      title: "Texto",
      type: "richText",
      validation: (rule) => rule.required().min(1),
    }),
  ],
  preview: {
    select: { title: "title", body: "body" },
    prepare: ({ title, body }: { title?: string; body?: object[] }) => ({
      title: title ?? "Texto",
      subtitle: `${body?.length ?? 0} parágrafos`,
    }),
  },
});
