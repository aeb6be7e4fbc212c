import { orderRankField, orderRankOrdering } from "@sanity/orderable-document-list";
import { HelpCircleIcon } from "@sanity/icons/HelpCircle";
import { defineType } from "sanity";
import { makeFields, richText } from "../fields/text-fields.ts";

export const faqItem = defineType({
  name: "faqItem",
  title: "Pergunta frequente",
  type: "document",
  icon: HelpCircleIcon,
  orderings: [orderRankOrdering],
  fields: [
    ...makeFields({ question: "Pergunta", answer: richText("Resposta") }),
    orderRankField({ type: "faqItem" }),
  ],
  preview: { select: { title: "question", subtitle: "answer" } },
});
