import { BellIcon } from "@sanity/icons/Bell";
import { defineType } from "sanity";
import { headingLimit, lineField, paragraphField } from "../fields/copy-fields.ts";
import { linksField } from "../fields/list-fields.ts";

/** An invitation with one or two buttons, usually the end of a page. */
export const callToAction = defineType({
  name: "callToAction",
  title: "Chamada para ação",
  type: "object",
  icon: BellIcon,
  options: { collapsible: true },
  fields: [
    lineField({ name: "title", title: "Título", limit: headingLimit }),
    paragraphField({ name: "text", title: "Texto", limit: 300 }),
    linksField({ minimum: 1, maximum: 2, description: "O primeiro botão é o principal." }),
  ],
  preview: { select: { title: "title", subtitle: "text" } },
});
