import { HelpCircleIcon } from "@sanity/icons/HelpCircle";
import { defineArrayMember, defineField, defineType } from "sanity";
import { lineField } from "../fields/copy-fields.ts";

/** A free page's section of questions, chosen among the frequent ones. */
export const faqListBlock = defineType({
  name: "faqListBlock",
  title: "Perguntas frequentes",
  type: "object",
  icon: HelpCircleIcon,
  fields: [
    lineField({ name: "title", title: "Título" }),
    defineField({
      name: "items",
      title: "Perguntas",
      type: "array",
      of: [defineArrayMember({ type: "reference", to: [{ type: "faqItem" }] })],
      validation: (rule) => rule.required().min(1).unique(),
    }),
  ],
  preview: { select: { title: "title" } },
});
