import { ArrowRightIcon } from "@sanity/icons/ArrowRight";
import { BellIcon } from "@sanity/icons/Bell";
import { EditIcon } from "@sanity/icons/Edit";
import { PresentationIcon } from "@sanity/icons/Presentation";
import { StarIcon } from "@sanity/icons/Star";
import { defineArrayMember, defineField, defineType } from "sanity";
import { allChecks, checkMaximumLength, checkTokens } from "../../validation/texts.ts";
import { headingLimit, lineField, linksField, paragraphField } from "../fields/text-fields.ts";
import { iconNames } from "../icon-names.ts";

/** The opening of a page. */
export const hero = defineType({
  name: "hero",
  title: "Abertura",
  type: "object",
  icon: PresentationIcon,
  options: { collapsible: true },
  fields: [
    lineField({ name: "title", title: "Título", limit: headingLimit }),
    paragraphField({ name: "tagline", title: "Frase de apoio", limit: 200 }),
    linksField({ minimum: 0, maximum: 2, description: "O primeiro botão é o principal." }),
    defineField({
      name: "badges",
      title: "Selos",
      description: "Frases curtas com um sinal de confirmação. No máximo quatro.",
      type: "array",
      of: [
        defineArrayMember({
          type: "string",
          title: "Selo",
          validation: (rule) =>
            rule.required().custom(allChecks(checkTokens, checkMaximumLength(60))),
        }),
      ],
      validation: (rule) => rule.max(4),
    }),
    defineField({ name: "image", title: "Imagem", type: "imageWithAlt" }),
  ],
  preview: { select: { title: "title", subtitle: "tagline", media: "image" } },
});

/** An invitation with one or two buttons, usually the end of a page. */
export const callToAction = defineType({
  name: "callToAction",
  title: "Chamada para ação",
  type: "object",
  icon: BellIcon,
  options: { collapsible: true },
  fields: [
    lineField({ name: "title", title: "Título", limit: headingLimit }),
    paragraphField({ name: "text", title: "Texto", limit: 300 }),
    linksField({ minimum: 1, maximum: 2, description: "O primeiro botão é o principal." }),
  ],
  preview: { select: { title: "title", subtitle: "text" } },
});

/** A card with icon, title and text: a benefit, an advantage, a value. */
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
    lineField({ name: "title", title: "Título", limit: headingLimit }),
    paragraphField({ name: "text", title: "Texto", limit: 300 }),
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

/** One step of a process; the site numbers the steps itself. */
export const step = defineType({
  name: "step",
  title: "Passo",
  type: "object",
  icon: ArrowRightIcon,
  fields: [
    lineField({
      name: "title",
      title: "Título",
      description: "Sem número: o site numera.",
      limit: headingLimit,
    }),
    paragraphField({ name: "text", title: "Texto", limit: 300 }),
  ],
  preview: { select: { title: "title", subtitle: "text" } },
});

/** The texts around one field of a form on the site. */
export const formField = defineType({
  name: "formField",
  title: "Campo de formulário",
  type: "object",
  icon: EditIcon,
  fields: [
    lineField({ name: "label", title: "Rótulo" }),
    lineField({
      name: "placeholder",
      title: "Exemplo dentro do campo",
      description: "Some quando a pessoa começa a digitar.",
      optional: true,
    }),
    lineField({
      name: "help",
      title: "Ajuda",
      description: "Aparece sempre, abaixo do campo.",
      optional: true,
    }),
    paragraphField({
      name: "why",
      title: "Por que pedimos",
      description: "Aparece quando a pessoa pergunta por que o dado é necessário.",
      optional: true,
    }),
  ],
  preview: { select: { title: "label", subtitle: "help" } },
});
