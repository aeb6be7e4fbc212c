import { orderRankField, orderRankOrdering } from "@sanity/orderable-document-list";
import { HelpCircleIcon } from "@sanity/icons/HelpCircle";
import { defineType } from "sanity";
import { lineField, richTextField } from "../fields/text-fields.ts";

/** A frequent question; the home page shows all of them in order. */
export const faqItem = defineType({
  name: "faqItem",
  title: "Pergunta frequente",
  type: "document",
  icon: HelpCircleIcon,
  orderings: [orderRankOrdering],
  fields: [
    lineField({ name: "question", title: "Pergunta" }),
    richTextField({ name: "answer", title: "Resposta" }),
    orderRankField({ type: "faqItem" }),
  ],
  preview: { select: { title: "question", subtitle: "answer" } },
});
