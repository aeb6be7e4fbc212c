import { orderRankField, orderRankOrdering } from "@sanity/orderable-document-list";
import { CaseIcon } from "@sanity/icons/Case";
import { defineField, defineType } from "sanity";
import { checkMaximumLength } from "../../validation/check-texts.ts";
import { image } from "../fields/list-fields.ts";
import { line, makeFields } from "../fields/text-fields.ts";

export const partner = defineType({
  name: "partner",
  title: "Parceiro",
  type: "document",
  icon: CaseIcon,
  orderings: [orderRankOrdering],
  fields: [
    ...makeFields({
      name: line("Nome", {}, { limit: 60 }),
      logo: image("Logotipo", "De preferência em SVG, ou PNG com fundo transparente."),
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
