import { ArrowRightIcon } from "@sanity/icons/ArrowRight";
import { defineType } from "sanity";
import { lineField, paragraphField } from "../fields/copy-fields.ts";

/** One step of a process; the site numbers the steps itself. */
export const step = defineType({
  name: "step",
  title: "Passo",
  type: "object",
  icon: ArrowRightIcon,
  fields: [
    lineField({ name: "title", title: "Título", description: "Sem número: o site numera." }),
    paragraphField({ name: "text", title: "Texto" }),
  ],
  preview: { select: { title: "title", subtitle: "text" } },
});
