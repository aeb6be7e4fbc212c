import { ComposeIcon } from "@sanity/icons/Compose";
import { SearchIcon } from "@sanity/icons/Search";
import { type FieldDefinition, type FieldGroupDefinition, defineField } from "sanity";
import { checkYoutubeUrl } from "../../validation/check-links.ts";
import { image, linkList } from "./list-fields.ts";
import {
  type Field,
  type Fields,
  group,
  headingLimit,
  line,
  makeFields,
  paragraph,
} from "./text-fields.ts";

export const pageGroups = [
  { name: "content", title: "Conteúdo", icon: ComposeIcon, default: true },
  { name: "seo", title: "Busca e compartilhamento", icon: SearchIcon },
] satisfies FieldGroupDefinition[];

/** Puts the fields of a page into the tab “Conteúdo”, and adds the SEO fields in a tab of their own. */
export function pageFields(fields: Fields): FieldDefinition[] {
  return [
    ...makeFields(fields).map((field) => ({ ...field, group: "content" })),
    defineField({
      name: "seo",
      title: "Busca e compartilhamento",
      description:
        "O que o Google, o WhatsApp e as redes mostram. O que ficar vazio vem das configurações.",
      type: "seo",
      group: "seo",
    }),
  ];
}

/** Makes a required field whose value is an object of a schema type. */
export function part(
  title: string,
  type: "hero" | "callToAction" | "link",
  check: (part: Opening | undefined) => true | string = () => true,
): Field {
  return (name) =>
    defineField({
      name,
      title,
      type,
      validation: (rule) => rule.required().custom<Opening>(check),
    });
}

/** Fields of a page's opening section. The validation of some pages reads these fields. */
type Opening = { links?: object[]; image?: object };

export const hero = part("Abertura", "hero");

export const closing = part("Chamada final", "callToAction");

/**
 * Field for the call to action at the end of a page. The field is optional, because some pages already end with a next
 * step.
 */
export const optionalClosing: Field = (name) =>
  defineField({
    name,
    title: "Chamada final",
    description: "Opcional: deixe vazia quando a página já termina com o próximo passo.",
    type: "callToAction",
  });

export const picture = group(
  "O produto em imagem",
  {
    title: line("Título da seção", {}, { limit: headingLimit }),
    text: paragraph("Texto", {}, { limit: 300 }),
    links: linkList({ minimum: 0, maximum: 2 }),
    image: image("Imagem"),
  },
  {
    description:
      "Opcional. Uma tela real: em pé, aparece na moldura de um celular; deitada, na de uma janela.",
    optional: true,
  },
);

export const sectionTexts = {
  title: "Título da seção",
  intro: paragraph("Introdução", {}, { optional: true }),
} satisfies Fields;

/** Fields for a YouTube video. The title and poster image are shown before the video is played. */
export const videoFields = {
  title: "Título da seção",
  text: paragraph("Texto", {}, { optional: true }),
  url: (name: string) =>
    defineField({
      name,
      title: "Endereço no YouTube",
      description: "O YouTube só é chamado quando a pessoa clica na capa.",
      type: "url",
      validation: (rule) =>
        rule
          .required()
          .uri({ scheme: ["https"] })
          .custom(checkYoutubeUrl),
    }),
  poster: image("Capa do vídeo"),
  playLabel: line("Botão de assistir", {}, { initialValue: "Assistir ao vídeo" }),
} satisfies Fields;
