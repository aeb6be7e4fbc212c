import { orderRankField, orderRankOrdering } from "@sanity/orderable-document-list";
import { HelpCircleIcon } from "@sanity/icons/HelpCircle";
import { defineField, defineType } from "sanity";
import { lineField } from "../fields/copy-fields.ts";

/** A frequent question; the home page shows all of them in order. */
export const faqItem = defineType({
  name: "faqItem",
  title: "Pergunta frequente",
  type: "document",
  icon: HelpCircleIcon,
  orderings: [orderRankOrdering],
  fields: [
    lineField({ name: "question", title: "Pergunta" }),
    defineField({
      name: "answer",
      title: "Resposta",
      type: "richText",
      validation: (rule) => rule.required().min(1),
    }),
    orderRankField({ type: "faqItem" }),
  ],
  preview: { select: { title: "question", subtitle: "answer" } },
});
