import { OlistIcon } from "@sanity/icons/Olist";
import { defineType } from "sanity";
import { lineField } from "../fields/copy-fields.ts";
import { stepsField } from "../fields/list-fields.ts";

/** A free page's section of numbered steps. */
export const stepListBlock = defineType({
  name: "stepListBlock",
  title: "Passo a passo",
  type: "object",
  icon: OlistIcon,
  fields: [lineField({ name: "title", title: "Título" }), stepsField({})],
  preview: { select: { title: "title" } },
});
