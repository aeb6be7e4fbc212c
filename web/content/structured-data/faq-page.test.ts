import { expect, test } from "vitest";
import { faqPage } from "./faq-page.ts";

test("answers become plain text, images left out", () => {
  const thing = faqPage([
    {
      _id: "a",
      question: "Quanto custa?",
      answer: [
        {
          _type: "block",
          _key: "b",
          markDefs: [],
          children: [
            { _type: "span", _key: "1", text: "A simulação é " },
            { _type: "span", _key: "2", text: "gratuita", marks: ["strong"] },
          ],
        },
        {
          _type: "imageWithAlt",
          _key: "i",
          asset: null,
          alt: "",
          crop: null,
          hotspot: null,
          lqip: null,
          dimensions: null,
        },
      ],
    },
  ]);
  expect(thing).toEqual({
    "@type": "FAQPage",
    mainEntity: [
      {
        "@type": "Question",
        name: "Quanto custa?",
        acceptedAnswer: { "@type": "Answer", text: "A simulação é gratuita" },
      },
    ],
  });
});
