import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { type BlockContents, type BlockType, renderBlock } from "./blocks.tsx";

const body = [
  {
    _type: "block" as const,
    _key: "b",
    style: "normal" as const,
    markDefs: [],
    children: [{ _type: "span" as const, _key: "s", text: "Corpo" }],
  },
];

const samples: BlockContents = {
  richTextBlock: { _key: "1", _type: "richTextBlock", title: null, body },
  featureListBlock: {
    _key: "2",
    _type: "featureListBlock",
    title: "Vantagens",
    intro: null,
    items: [{ _key: "f", icon: "house", title: "Casa", text: "Corpo" }],
  },
  stepListBlock: {
    _key: "3",
    _type: "stepListBlock",
    title: "Passos",
    items: [{ _key: "s", title: "Primeiro", text: "Corpo" }],
  },
  faqListBlock: {
    _key: "4",
    _type: "faqListBlock",
    title: "Perguntas",
    items: [{ _id: "q", question: "Quanto custa?", answer: body }],
  },
  callToActionBlock: {
    _key: "5",
    _type: "callToActionBlock",
    title: "Vamos?",
    text: "Corpo",
    links: [{ _key: "l", label: "Simular", href: "/simular" }],
  },
};

function render(type: BlockType) {
  return renderToStaticMarkup(<MemoryRouter>{renderBlock(type, samples[type])}</MemoryRouter>);
}

test.each([
  "richTextBlock",
  "featureListBlock",
  "stepListBlock",
  "faqListBlock",
  "callToActionBlock",
] as const)("a %s shows its title, if it has one, and its content", (type) => {
  const html = render(type);
  expect(html).toContain("Corpo");
  expect(html).toContain(samples[type].title ?? "Corpo");
});

test("a text without a title has no empty heading", () => {
  expect(render("richTextBlock")).not.toContain("<h2");
});

test("questions of one block open one at a time", () => {
  expect(render("faqListBlock")).toContain('<details name="faq-4"');
});
