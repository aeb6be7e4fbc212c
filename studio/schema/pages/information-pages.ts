import { CaseIcon } from "@sanity/icons/Case";
import { OlistIcon } from "@sanity/icons/Olist";
import { UserIcon } from "@sanity/icons/User";
import { UsersIcon } from "@sanity/icons/Users";
import { defineField } from "sanity";
import { definePage } from "../fields/define-singleton.ts";
import { features, linkList, steps } from "../fields/list-fields.ts";
import { hero, optionalClosing, picture } from "../fields/page-fields.ts";
import { group, line, paragraph, richText } from "../fields/text-fields.ts";

const advantages = group("Vantagens", {
  title: "Título da seção",
  items: features("Cinco vantagens", 5),
});

export const tenantsPage = definePage({
  name: "tenantsPage",
  title: "Para locatários",
  icon: UserIcon,
  fields: { hero, advantages, picture, closing: optionalClosing },
});

const times = {
  percent: "a parte no prazo",
  count: "quantos foram",
  days: "em quantos dias saiu a metade deles",
};

export const landlordsPage = definePage({
  name: "landlordsPage",
  title: "Para locadores",
  icon: CaseIcon,
  fields: {
    hero,
    advantages,
    steps: group("Três passos", {
      title: "Título da seção",
      items: steps(3),
      links: linkList({ title: "Botão depois dos passos", minimum: 0, maximum: 1 }),
    }),
    claimTimes: group(
      "Prazos do acionamento",
      {
        isShown: (name) =>
          defineField({
            name,
            title: "Mostrar na página",
            type: "boolean",
            initialValue: false,
          }),
        title: "Título da seção",
        text: paragraph("O que prometemos"),
        decidedTitle: line("Decisões", times),
        decidedText: paragraph("Explicação das decisões", times),
        paidTitle: line("Pagamentos", times),
        paidText: paragraph("Explicação dos pagamentos", times),
      },
      {
        description:
          "Como os prazos de decidir e de pagar foram cumpridos nos últimos 12 meses. Cada número aparece depois de cinco pedidos.",
        optional: true,
        collapsed: true,
      },
    ),
    picture,
    closing: optionalClosing,
  },
});

export const howItWorksPage = definePage({
  name: "howItWorksPage",
  title: "Como funciona",
  icon: OlistIcon,
  fields: {
    hero,
    steps: group("Três passos", { title: "Título da seção", items: steps(3) }),
    details: richText("Detalhes", { optional: true }),
    closing: optionalClosing,
  },
});

export const aboutPage = definePage({
  name: "aboutPage",
  title: "Quem somos",
  icon: UsersIcon,
  fields: {
    hero,
    mission: group("Missão", { title: "Título da seção", text: paragraph("Texto") }),
    values: group("Valores", { title: "Título da seção", items: features() }),
    body: richText("Texto sobre a empresa"),
    closing: optionalClosing,
  },
});
