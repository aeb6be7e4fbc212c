import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { RichText, faqPage } from "./rich-text.tsx";

type Value = Parameters<typeof RichText>[0]["value"];

function render(value: Value) {
  return renderToStaticMarkup(
    <MemoryRouter>
      <RichText value={value} />
    </MemoryRouter>,
  );
}

function paragraph(text: string, extra: object = {}): NonNullable<Value>[number] {
  const span = { _type: "span" as const, _key: "s", text, marks: [] };
  return { _type: "block", _key: text, style: "normal", markDefs: [], children: [span], ...extra };
}

test("RichText renders headings, paragraphs and lists", () => {
  const html = render([
    paragraph("Título", { style: "h2" }),
    paragraph("Texto"),
    paragraph("um", { listItem: "bullet", level: 1 }),
    paragraph("dois", { listItem: "bullet", level: 1 }),
  ]);
  expect(html).toContain("<h2>Título</h2><p>Texto</p><ul><li>um</li><li>dois</li></ul>");
});

test("RichText routes internal links and marks external ones as noopener", () => {
  const link = (href: string) =>
    paragraph("aqui", {
      markDefs: [{ _type: "link", _key: "l", href }],
      children: [{ _type: "span", _key: "s", text: "aqui", marks: ["l"] }],
    });
  expect(render([link("/termos")])).toContain('<a href="/termos">aqui</a>');
  expect(render([link("https://gov.br")])).toContain('<a href="https://gov.br" rel="noopener">');
});

test("RichText skips an image without a file", () => {
  const image = {
    _type: "imageWithAlt" as const,
    _key: "i",
    asset: null,
    alt: "Casa",
    crop: null,
    hotspot: null,
    lqip: null,
    color: null,
    dimensions: null,
  };
  expect(render([image, paragraph("Texto")])).not.toContain("<img");
});

test.each([null, undefined, []])("RichText renders nothing for %s", (value) => {
  expect(render(value)).toBe("");
});

test("faqPage converts answers to plain text without images", () => {
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
          color: null,
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
