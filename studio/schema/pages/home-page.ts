import { HomeIcon } from "@sanity/icons/Home";
import { definePage } from "../fields/define-singleton.ts";
import { features, steps } from "../fields/list-fields.ts";
import { closing, hero, sectionTexts, videoFields } from "../fields/page-fields.ts";
import { group } from "../fields/text-fields.ts";

/** Texts of the home page. Its partners and questions are separate documents, which editors put in order. */
export const homePage = definePage({
  name: "homePage",
  title: "Página inicial",
  icon: HomeIcon,
  fields: {
    hero,
    partnersTitle: "Parceiros: título da seção",
    previousLabel: "Parceiros: botão de voltar (para leitores de tela)",
    nextLabel: "Parceiros: botão de avançar (para leitores de tela)",
    video: group("Vídeo", videoFields),
    benefits: group("Benefícios", { ...sectionTexts, items: features("Seis benefícios", 6) }),
    steps: group("Como funciona em três passos", { ...sectionTexts, items: steps(3) }),
    faq: group("Perguntas frequentes", sectionTexts, {
      description: "As perguntas são editadas e ordenadas em “Perguntas frequentes”, no menu.",
    }),
    closing,
  },
});
