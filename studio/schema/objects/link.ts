import { LinkIcon } from "@sanity/icons/Link";
import { defineField, defineType } from "sanity";
import { lineField } from "../fields/copy-fields.ts";
import { checkLinkTarget } from "../../validation/link-target.ts";
import { findPublishedPathWith } from "../../validation/published-path.ts";

/** The address of a link, shared by buttons and by links inside a text. */
export const hrefField = defineField({
  name: "href",
  title: "Endereço",
  description:
    "Página do site (/contato), endereço completo (https://…), e-mail (mailto:…) ou telefone (tel:…).",
  type: "string",
  validation: (rule) =>
    rule
      .required()
      .custom((href, context) => checkLinkTarget(href, findPublishedPathWith(context))),
});

/** A label and where it leads. */
export const link = defineType({
  name: "link",
  title: "Link",
  type: "object",
  icon: LinkIcon,
  fields: [lineField({ name: "label", title: "Texto" }), hrefField],
  preview: { select: { title: "label", subtitle: "href" } },
});
