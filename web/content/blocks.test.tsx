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

const image = {
  asset: { _type: "reference" as const, _ref: "image-abc-1600x900-jpg" },
  hotspot: null,
  crop: null,
  alt: "Uma porta aberta",
  lqip: null,
  color: "#c9d3d2",
  dimensions: null,
};

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
  heroBlock: {
    _key: "6",
    _type: "heroBlock",
    title: "Para imobiliárias",
    tagline: "Corpo",
    badges: null,
    links: null,
    image,
  },
  pictureBlock: { _key: "7", _type: "pictureBlock", caption: "Corpo", image },
  videoBlock: {
    _key: "8",
    _type: "videoBlock",
    title: "Em dois minutos",
    text: "Corpo",
    url: "https://youtu.be/aqz-KE-bpKQ",
    playLabel: "Assistir",
    poster: image,
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
  "heroBlock",
  "pictureBlock",
  "videoBlock",
] as const)("a %s shows its content and its optional title", (type) => {
  const html = render(type);
  expect(html).toContain("Corpo");
  const sample = samples[type];
  expect(html).toContain(("title" in sample && sample.title) || "Corpo");
});

test.each(["heroBlock", "pictureBlock", "videoBlock"] as const)(
  "the picture of a %s has alternative text, a colour placeholder and lazy loading",
  (type) => {
    const html = render(type);
    expect(html).toContain('alt="Uma porta aberta"');
    expect(html).toContain("background-color:#c9d3d2");
    expect(html).toContain('loading="lazy"');
    expect(html).not.toContain("youtube");
  },
);

test("a text without a title has no empty heading", () => {
  expect(render("richTextBlock")).not.toContain("<h2");
});

test("questions of one block open one at a time", () => {
  expect(render("faqListBlock")).toContain('<details name="faq-4"');
});
