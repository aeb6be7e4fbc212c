import { TextIcon } from "@sanity/icons/Text";
import { defineType } from "sanity";
import { lineField } from "../fields/copy-fields.ts";
import { richTextField } from "../fields/rich-text-field.ts";

/** A free page's section of running text. */
export const richTextBlock = defineType({
  name: "richTextBlock",
  title: "Texto",
  type: "object",
  icon: TextIcon,
  fields: [
    lineField({ name: "title", title: "Título", optional: true }),
    richTextField({ name: "body", title: "Texto" }),
  ],
  preview: {
    select: { title: "title", body: "body" },
    prepare: ({ title, body }: { title?: string; body?: object[] }) => ({
      title: title ?? "Texto",
      subtitle: `${body?.length ?? 0} parágrafos`,
    }),
  },
});
