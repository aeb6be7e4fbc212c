import { orderRankField, orderRankOrdering } from "@sanity/orderable-document-list";
import { CaseIcon } from "@sanity/icons/Case";
import { defineField, defineType } from "sanity";
import { checkMaximumLength } from "../../validation/texts.ts";
import { lineField } from "../fields/text-fields.ts";

/** A partner whose logo the home page shows. */
export const partner = defineType({
  name: "partner",
  title: "Parceiro",
  type: "document",
  icon: CaseIcon,
  orderings: [orderRankOrdering],
  fields: [
    lineField({ name: "name", title: "Nome", limit: 60 }),
    defineField({
      name: "logo",
      title: "Logotipo",
      description: "De preferência em SVG, ou PNG com fundo transparente.",
      type: "imageWithAlt",
      validation: (rule) => rule.required().assetRequired(),
    }),
    defineField({
      name: "url",
      title: "Site",
      type: "url",
      validation: (rule) => rule.uri({ scheme: ["https"] }).custom(checkMaximumLength(300)),
    }),
    orderRankField({ type: "partner" }),
  ],
  preview: { select: { title: "name", subtitle: "url", media: "logo" } },
});
