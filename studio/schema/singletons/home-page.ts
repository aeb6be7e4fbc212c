import { HomeIcon } from "@sanity/icons/Home";
import { defineField } from "sanity";
import {
  featuresField,
  groupField,
  lineField,
  lineFields,
  paragraphField,
  stepsField,
} from "../fields/text-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import {
  closingField,
  heroField,
  pageFields,
  pageGroups,
  sectionFields,
} from "../fields/page-fields.ts";
import { checkYoutubeUrl } from "../../validation/links.ts";

const partnerLabels = lineFields({
  partnersTitle: "Parceiros: título da seção",
  previousLabel: "Parceiros: botão de voltar (para leitores de tela)",
  nextLabel: "Parceiros: botão de avançar (para leitores de tela)",
});

const video = groupField({
  name: "video",
  title: "Vídeo",
  fields: [
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
    lineField({ name: "playLabel", title: "Botão de assistir" }),
  ],
});

/** The home page; its partners and questions come from their own ordered documents. */
export const homePage = defineSingleton({
  name: "homePage",
  title: "Página inicial",
  icon: HomeIcon,
  groups: pageGroups,
  fields: pageFields([
    heroField,
    ...partnerLabels,
    video,
    groupField({
      name: "benefits",
      title: "Benefícios",
      fields: sectionFields(featuresField({ title: "Seis benefícios", count: 6 })),
    }),
    groupField({
      name: "steps",
      title: "Como funciona em três passos",
      fields: sectionFields(stepsField({ count: 3 })),
    }),
    groupField({
      name: "faq",
      title: "Perguntas frequentes",
      description: "As perguntas são editadas e ordenadas em “Perguntas frequentes”, no menu.",
      fields: sectionFields(),
    }),
    closingField,
  ]),
});
