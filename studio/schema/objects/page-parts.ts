import { ArrowRightIcon } from "@sanity/icons/ArrowRight";
import { BellIcon } from "@sanity/icons/Bell";
import { EditIcon } from "@sanity/icons/Edit";
import { PresentationIcon } from "@sanity/icons/Presentation";
import { StarIcon } from "@sanity/icons/Star";
import { defineArrayMember, defineField, defineType } from "sanity";
import { allChecks, checkMaximumLength, checkTokens } from "../../validation/check-texts.ts";
import { linkList, list } from "../fields/list-fields.ts";
import { headingLimit, line, makeFields, paragraph } from "../fields/text-fields.ts";
import { iconNames } from "./icon-names.ts";

const heading = line("Título", {}, { limit: headingLimit });
const shortText = paragraph("Texto", {}, { limit: 300 });

/** Hero, the opening section of a page. */
export const hero = defineType({
  name: "hero",
  title: "Abertura",
  type: "object",
  icon: PresentationIcon,
  options: { collapsible: true },
  fields: makeFields({
    title: heading,
    tagline: paragraph("Frase de apoio", {}, { limit: 200 }),
    links: linkList({ minimum: 0, maximum: 2, description: "O primeiro botão é o principal." }),
    badges: list(
      "Selos",
      defineArrayMember({
        type: "string",
        title: "Selo",
        validation: (rule) =>
          rule.required().custom(allChecks(checkTokens, checkMaximumLength(60))),
      }),
      (rule) => rule.max(4),
      "Frases curtas com um sinal de confirmação. No máximo quatro.",
    ),
    image: (name) => defineField({ name, title: "Imagem", type: "imageWithAlt" }),
  }),
  preview: { select: { title: "title", subtitle: "tagline", media: "image" } },
});

export const callToAction = defineType({
  name: "callToAction",
  title: "Chamada para ação",
  type: "object",
  icon: BellIcon,
  options: { collapsible: true },
  fields: makeFields({
    title: heading,
    text: shortText,
    links: linkList({ minimum: 1, maximum: 2, description: "O primeiro botão é o principal." }),
  }),
  preview: { select: { title: "title", subtitle: "text" } },
});

export const feature = defineType({
  name: "feature",
  title: "Cartão com ícone",
  type: "object",
  icon: StarIcon,
  fields: [
    defineField({
      name: "icon",
      title: "Ícone",
      type: "string",
      options: { list: iconNames.map(({ value, title }) => ({ value, title })) },
      validation: (rule) => rule.required(),
    }),
    ...makeFields({ title: heading, text: shortText }),
  ],
  preview: {
    select: { title: "title", subtitle: "text", icon: "icon" },
    prepare: ({ title, subtitle, icon }: Record<string, string | undefined>) => ({
      title: title ?? "Cartão sem título",
      subtitle: subtitle ?? "",
      media: iconNames.find(({ value }) => value === icon)?.preview ?? StarIcon,
    }),
  },
});

/** Step of a process. The site adds the number of the step. */
export const step = defineType({
  name: "step",
  title: "Passo",
  type: "object",
  icon: ArrowRightIcon,
  fields: makeFields({
    title: line("Título", "Sem número: o site numera.", { limit: headingLimit }),
    text: shortText,
  }),
  preview: { select: { title: "title", subtitle: "text" } },
});

export const formField = defineType({
  name: "formField",
  title: "Campo de formulário",
  type: "object",
  icon: EditIcon,
  fields: makeFields({
    label: "Rótulo",
    placeholder: line("Exemplo dentro do campo", "Some quando a pessoa começa a digitar.", {
      optional: true,
    }),
    help: line("Ajuda", "Aparece sempre, abaixo do campo.", { optional: true }),
    why: paragraph(
      "Por que pedimos",
      "Aparece quando a pessoa pergunta por que o dado é necessário.",
      { optional: true },
    ),
  }),
  preview: { select: { title: "label", subtitle: "help" } },
});
