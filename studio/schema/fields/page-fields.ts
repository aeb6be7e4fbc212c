import { ComposeIcon } from "@sanity/icons/Compose";
import { SearchIcon } from "@sanity/icons/Search";
import { type FieldDefinition, type FieldGroupDefinition, defineField } from "sanity";
import { checkYoutubeUrl } from "../../validation/links.ts";
import { groupField, headingLimit, lineField, linksField, paragraphField } from "./text-fields.ts";

/** Tabs of every document that is a page. */
export const pageGroups = [
  { name: "content", title: "Conteúdo", icon: ComposeIcon, default: true },
  { name: "seo", title: "Busca e compartilhamento", icon: SearchIcon },
] satisfies FieldGroupDefinition[];

/** The fields of a page: the given ones under “Conteúdo”, the SEO object in its own tab. */
export function pageFields(fields: FieldDefinition[]): FieldDefinition[] {
  return [
    ...fields.map((field) => ({ ...field, group: "content" })),
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

/** The opening every marketing page has. */
export const heroField = defineField({
  name: "hero",
  title: "Abertura",
  type: "hero",
  validation: (rule) => rule.required(),
});

/** The closing invitation of a page. */
export const closingField = defineField({
  name: "closing",
  title: "Chamada final",
  type: "callToAction",
  validation: (rule) => rule.required(),
});

/** The same, where a page may end with a next step of its own. */
export const optionalClosingField = defineField({
  name: "closing",
  title: "Chamada final",
  description: "Opcional: deixe vazia quando a página já termina com o próximo passo.",
  type: "callToAction",
});

/** A picture of the product beside words: a screen as people see it. */
export const pictureField = groupField({
  name: "picture",
  title: "O produto em imagem",
  description:
    "Opcional. Uma tela real: em pé, aparece na moldura de um celular; deitada, na de uma janela.",
  optional: true,
  fields: [
    lineField({ name: "title", title: "Título da seção", limit: headingLimit }),
    paragraphField({ name: "text", title: "Texto", limit: 300 }),
    linksField({ minimum: 0, maximum: 2 }),
    defineField({
      name: "image",
      title: "Imagem",
      type: "imageWithAlt",
      validation: (rule) => rule.required().assetRequired(),
    }),
  ],
});

/** Heading and optional introduction of a section, followed by what the section holds. */
export function sectionFields(...content: FieldDefinition[]): FieldDefinition[] {
  return [
    lineField({ name: "title", title: "Título da seção" }),
    paragraphField({ name: "intro", title: "Introdução", optional: true }),
    ...content,
  ];
}

/** One required `formField` for each field of a form's contract, under its title. */
export function formFields(fields: Readonly<Record<string, { title: string }>>) {
  return Object.entries(fields).map(([name, { title }]) =>
    defineField({
      name,
      title,
      type: "formField",
      options: { collapsible: true, collapsed: true },
      validation: (rule) => rule.required(),
    }),
  );
}

/** A video of YouTube behind its poster, under a title. */
export const videoFields = [
  lineField({ name: "title", title: "Título da seção" }),
  paragraphField({ name: "text", title: "Texto", optional: true }),
  defineField({
    name: "url",
    title: "Endereço no YouTube",
    description: "O YouTube só é chamado quando a pessoa clica na capa.",
    type: "url",
    validation: (rule) =>
      rule
        .required()
        .uri({ scheme: ["https"] })
        .custom(checkYoutubeUrl),
  }),
  defineField({
    name: "poster",
    title: "Capa do vídeo",
    type: "imageWithAlt",
    validation: (rule) => rule.required().assetRequired(),
  }),
  lineField({ name: "playLabel", title: "Botão de assistir", initialValue: "Assistir ao vídeo" }),
];
