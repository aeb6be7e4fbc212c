import { HelpCircleIcon } from "@sanity/icons/HelpCircle";
import { ImageIcon } from "@sanity/icons/Image";
import { OlistIcon } from "@sanity/icons/Olist";
import { PlayIcon } from "@sanity/icons/Play";
import { TextIcon } from "@sanity/icons/Text";
import { ThListIcon } from "@sanity/icons/ThList";
import { defineArrayMember, defineType } from "sanity";
import { features, image, list, steps } from "../fields/list-fields.ts";
import { videoFields } from "../fields/page-fields.ts";
import { line, makeFields, paragraph, richText } from "../fields/text-fields.ts";
import { callToAction, hero } from "./page-parts.ts";

const callToActionBlock = defineType({
  ...callToAction,
  name: "callToActionBlock",
});

const heroBlock = defineType({ ...hero, name: "heroBlock", title: "Destaque com imagem" });

const pictureBlock = defineType({
  name: "pictureBlock",
  title: "Imagem",
  type: "object",
  icon: ImageIcon,
  fields: makeFields({
    image: image("Imagem"),
    caption: line("Legenda", {}, { optional: true }),
  }),
  preview: { select: { title: "caption", subtitle: "image.alt", media: "image" } },
});

/** Block of a free page with a video. The browser contacts YouTube only when a visitor plays the video. */
const videoBlock = defineType({
  name: "videoBlock",
  title: "Vídeo",
  type: "object",
  icon: PlayIcon,
  fields: makeFields(videoFields),
  preview: { select: { title: "title", subtitle: "text", media: "poster" } },
});

const faqListBlock = defineType({
  name: "faqListBlock",
  title: "Perguntas frequentes",
  type: "object",
  icon: HelpCircleIcon,
  fields: makeFields({
    title: "Título",
    items: list(
      "Perguntas",
      defineArrayMember({ type: "reference", to: [{ type: "faqItem" }] }),
      (rule) => rule.required().min(1).unique(),
    ),
  }),
  preview: { select: { title: "title" } },
});

const featureListBlock = defineType({
  name: "featureListBlock",
  title: "Cartões com ícone",
  type: "object",
  icon: ThListIcon,
  fields: makeFields({
    title: "Título",
    intro: paragraph("Introdução", {}, { optional: true }),
    items: features("Cartões"),
  }),
  preview: { select: { title: "title", subtitle: "intro" } },
});

const richTextBlock = defineType({
  name: "richTextBlock",
  title: "Texto",
  type: "object",
  icon: TextIcon,
  fields: makeFields({
    title: line("Título", {}, { optional: true }),
    body: richText("Texto"),
  }),
  preview: {
    select: { title: "title", body: "body" },
    prepare: ({ title, body }: { title?: string; body?: object[] }) => ({
      title: title ?? "Texto",
      subtitle: `${body?.length ?? 0} parágrafos`,
    }),
  },
});

const stepListBlock = defineType({
  name: "stepListBlock",
  title: "Passo a passo",
  type: "object",
  icon: OlistIcon,
  fields: makeFields({ title: "Título", items: steps() }),
  preview: { select: { title: "title" } },
});

/** All blocks of free pages, in menu order. The site's TypeScript types require a component for each block. */
export const blocks = [
  richTextBlock,
  heroBlock,
  featureListBlock,
  stepListBlock,
  pictureBlock,
  videoBlock,
  faqListBlock,
  callToActionBlock,
] as const;

type BlockName = (typeof blocks)[number]["name"];

const bar = (x: number, y: number, width: number, height = 6, fill = "#9fb5b2") =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" fill="${fill}"/>`;
const [petrol, mint, sand] = ["#0d5457", "#5fd3a6", "#efe9dc"];

/** SVG drawings of the blocks, 160 by 100, for the menu in which an editor chooses a block. */
const drawings: Record<BlockName, string> = {
  richTextBlock: `${bar(30, 18, 60, 9, petrol)}${bar(30, 38, 100)}${bar(30, 51, 100)}${bar(30, 64, 92)}${bar(30, 77, 70)}`,
  heroBlock: `${bar(0, 0, 160, 100, sand)}${bar(14, 26, 62, 10, petrol)}${bar(14, 44, 56)}${bar(14, 56, 48)}${bar(14, 70, 34, 12, petrol)}<path d="M100 84V46a22 22 0 0 1 44 0v38z" fill="${mint}"/>`,
  featureListBlock: [12, 60, 108]
    .map((x) => `${bar(x, 30, 40, 48, sand)}${bar(x + 6, 37, 12, 12, mint)}${bar(x + 6, 56, 28)}`)
    .join(""),
  stepListBlock: `${bar(0, 0, 160, 100, petrol)}${bar(28, 39, 104, 2, mint)}${[28, 80, 132].map((x) => `<circle cx="${x}" cy="40" r="11" fill="${mint}"/>${bar(x - 18, 62, 36, 6, "#fff")}`).join("")}`,
  pictureBlock: `${bar(16, 14, 128, 62, sand)}<circle cx="46" cy="34" r="8" fill="${mint}"/><path d="M28 76l34-30 22 18 20-14 28 26z" fill="${petrol}"/>${bar(48, 84, 64)}`,
  videoBlock: `${bar(16, 14, 128, 72, petrol)}<circle cx="80" cy="50" r="18" fill="${mint}"/><path d="M74 40l16 10-16 10z" fill="${petrol}"/>`,
  faqListBlock: `${bar(10, 18, 40, 9, petrol)}${[18, 40, 62].map((y) => `${bar(62, y, 88, 16, sand)}${bar(69, y + 5, 50)}`).join("")}`,
  callToActionBlock: `${bar(12, 16, 136, 68, petrol)}${bar(28, 30, 72, 9, "#fff")}${bar(28, 45, 56)}${bar(28, 60, 40, 12, mint)}`,
};

const isBlockName = (name: string): name is BlockName => name in drawings;

export function pictureOfBlock(name: string): string | undefined {
  if (!isBlockName(name)) return undefined;
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100"><rect width="160" height="100" fill="#fff"/>${drawings[name]}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(picture)}`;
}
