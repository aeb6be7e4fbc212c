import { HomeIcon } from "@sanity/icons/Home";
import { featuresField, groupField, lineFields, stepsField } from "../fields/text-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import {
  closingField,
  heroField,
  pageFields,
  pageGroups,
  sectionFields,
  videoFields,
} from "../fields/page-fields.ts";

const partnerLabels = lineFields({
  partnersTitle: "Parceiros: título da seção",
  previousLabel: "Parceiros: botão de voltar (para leitores de tela)",
  nextLabel: "Parceiros: botão de avançar (para leitores de tela)",
});

const video = groupField({ name: "video", title: "Vídeo", fields: videoFields });

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
