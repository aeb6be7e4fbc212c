import { CaseIcon } from "@sanity/icons/Case";
import { OlistIcon } from "@sanity/icons/Olist";
import { UnknownIcon } from "@sanity/icons/Unknown";
import { UserIcon } from "@sanity/icons/User";
import { UsersIcon } from "@sanity/icons/Users";
import { defineField } from "sanity";
import { defineSingleton } from "../fields/define-singleton.ts";
import {
  heroField,
  optionalClosingField,
  pageFields,
  pageGroups,
  pictureField,
} from "../fields/page-fields.ts";
import {
  featuresField,
  groupField,
  lineField,
  lineFields,
  linksField,
  paragraphField,
  richTextField,
  stepsField,
} from "../fields/text-fields.ts";

/** /locatarios */
export const tenantsPage = defineSingleton({
  name: "tenantsPage",
  title: "Para locatários",
  icon: UserIcon,
  groups: pageGroups,
  fields: pageFields([
    heroField,
    groupField({
      name: "advantages",
      title: "Vantagens",
      fields: [
        lineField({ name: "title", title: "Título da seção" }),
        featuresField({ title: "Cinco vantagens", count: 5 }),
      ],
    }),
    pictureField,
    optionalClosingField,
  ]),
});

const ofTimes = {
  variables: ["percent", "count", "days"],
  description:
    "{{percent}} vira a parte no prazo, {{count}} quantos foram, {{days}} em quantos dias saiu a metade deles.",
};

/** /locadores */
export const landlordsPage = defineSingleton({
  name: "landlordsPage",
  title: "Para locadores",
  icon: CaseIcon,
  groups: pageGroups,
  fields: pageFields([
    heroField,
    groupField({
      name: "advantages",
      title: "Vantagens",
      fields: [
        lineField({ name: "title", title: "Título da seção" }),
        featuresField({ title: "Cinco vantagens", count: 5 }),
      ],
    }),
    groupField({
      name: "steps",
      title: "Três passos",
      fields: [
        lineField({ name: "title", title: "Título da seção" }),
        stepsField({ count: 3 }),
        linksField({ title: "Botão depois dos passos", minimum: 0, maximum: 1 }),
      ],
    }),
    groupField({
      name: "claimTimes",
      title: "Prazos do acionamento",
      description:
        "Como os prazos de decidir e de pagar foram cumpridos nos últimos 12 meses. Cada número aparece depois de cinco pedidos.",
      optional: true,
      collapsed: true,
      fields: [
        defineField({
          name: "isShown",
          title: "Mostrar na página",
          type: "boolean",
          initialValue: false,
        }),
        lineField({ name: "title", title: "Título da seção" }),
        paragraphField({ name: "text", title: "O que prometemos" }),
        lineField({ name: "decidedTitle", title: "Decisões", ...ofTimes }),
        paragraphField({ name: "decidedText", title: "Explicação das decisões", ...ofTimes }),
        lineField({ name: "paidTitle", title: "Pagamentos", ...ofTimes }),
        paragraphField({ name: "paidText", title: "Explicação dos pagamentos", ...ofTimes }),
      ],
    }),
    pictureField,
    optionalClosingField,
  ]),
});

/** /como-funciona */
export const howItWorksPage = defineSingleton({
  name: "howItWorksPage",
  title: "Como funciona",
  icon: OlistIcon,
  groups: pageGroups,
  fields: pageFields([
    heroField,
    groupField({
      name: "steps",
      title: "Três passos",
      fields: [lineField({ name: "title", title: "Título da seção" }), stepsField({ count: 3 })],
    }),
    richTextField({ name: "details", title: "Detalhes", optional: true }),
    optionalClosingField,
  ]),
});

/** /quem-somos */
export const aboutPage = defineSingleton({
  name: "aboutPage",
  title: "Quem somos",
  icon: UsersIcon,
  groups: pageGroups,
  fields: pageFields([
    heroField,
    groupField({
      name: "mission",
      title: "Missão",
      fields: [
        lineField({ name: "title", title: "Título da seção" }),
        paragraphField({ name: "text", title: "Texto" }),
      ],
    }),
    groupField({
      name: "values",
      title: "Valores",
      fields: [lineField({ name: "title", title: "Título da seção" }), featuresField({})],
    }),
    richTextField({ name: "body", title: "Texto sobre a empresa" }),
    optionalClosingField,
  ]),
});

/** What the site answers when a path does not exist. */
export const notFoundPage = defineSingleton({
  name: "notFoundPage",
  title: "Página não encontrada",
  icon: UnknownIcon,
  groups: pageGroups,
  fields: pageFields([
    ...lineFields({ code: "Código", title: "Mensagem", linkLabel: "Link para o início" }),
    defineField({
      name: "language",
      title: "Língua da mensagem e do link para o início",
      description: "Para que leitores de tela os pronunciem como se deve.",
      type: "string",
      options: {
        layout: "radio",
        list: [
          { title: "Português", value: "pt-BR" },
          { title: "Inglês", value: "en" },
        ],
      },
      validation: (rule) => rule.required(),
    }),
    paragraphField({ name: "intro", title: "O que aconteceu, e o que fazer", limit: 200 }),
    linksField({ title: "Outros caminhos", minimum: 1, maximum: 5 }),
  ]),
});
