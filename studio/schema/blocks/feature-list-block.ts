import { ThListIcon } from "@sanity/icons/ThList";
import { defineType } from "sanity";
import { lineField, paragraphField } from "../fields/copy-fields.ts";
import { featuresField } from "../fields/list-fields.ts";

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
