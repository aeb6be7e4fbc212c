import { ArrowRightIcon } from "@sanity/icons/ArrowRight";
import { defineType } from "sanity";
import { headingLimit, lineField, paragraphField } from "../fields/copy-fields.ts";

/** One step of a process; the site numbers the steps itself. */
export const step = defineType({
  name: "step",
  title: "Passo",
  type: "object",
  icon: ArrowRightIcon,
  fields: [
    lineField({
      name: "title",
      title: "Título",
      description: "Sem número: o site numera.",
      limit: headingLimit,
    }),
    paragraphField({ name: "text", title: "Texto", limit: 300 }),
  ],
  preview: { select: { title: "title", subtitle: "text" } },
});
