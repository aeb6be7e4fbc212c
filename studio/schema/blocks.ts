import { HelpCircleIcon } from "@sanity/icons/HelpCircle";
import { OlistIcon } from "@sanity/icons/Olist";
import { TextIcon } from "@sanity/icons/Text";
import { ThListIcon } from "@sanity/icons/ThList";
import { defineArrayMember, defineField, defineType } from "sanity";
import {
  featuresField,
  lineField,
  paragraphField,
  richTextField,
  stepsField,
} from "./fields/text-fields.ts";
import { callToAction } from "./objects/page-parts.ts";

/** A free page's invitation with buttons. */
export const callToActionBlock = defineType({
  ...callToAction,
  name: "callToActionBlock",
});

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

/** A free page's section of cards. */
export const featureListBlock = defineType({
  name: "featureListBlock",
  title: "Cartões com ícone",
  type: "object",
  icon: ThListIcon,
  fields: [
    lineField({ name: "title", title: "Título" }),
    paragraphField({ name: "intro", title: "Introdução", optional: true }),
    featuresField({ title: "Cartões" }),
  ],
  preview: { select: { title: "title", subtitle: "intro" } },
});

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

/** A free page's section of numbered steps. */
export const stepListBlock = defineType({
  name: "stepListBlock",
  title: "Passo a passo",
  type: "object",
  icon: OlistIcon,
  fields: [lineField({ name: "title", title: "Título" }), stepsField({})],
  preview: { select: { title: "title" } },
});
