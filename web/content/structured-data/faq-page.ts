import { toPlainText } from "@portabletext/react";
import type { FAQPage } from "schema-dts";
import type { HomeQueryResult } from "../sanity.types.ts";

type FaqItems = NonNullable<HomeQueryResult>["faq"]["items"];

/** The questions of a page with their answers as plain text. */
export function faqPage(items: FaqItems) {
  return {
    "@type": "FAQPage",
    mainEntity: items.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: {
        "@type": "Answer",
        text: toPlainText(answer.filter((block) => block._type === "block")),
      },
    })),
  } satisfies FAQPage;
}
