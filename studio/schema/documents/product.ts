import { PackageIcon } from "@sanity/icons/Package";
import { orderRankField, orderRankOrdering } from "@sanity/orderable-document-list";
import { defineField, defineType } from "sanity";
import { pathOf } from "../../links/publishing-actions.ts";
import {
  checkFormerRedirect,
  checkPagePath,
  findPathOwnerWith,
} from "../../validation/check-links.ts";
import { features, steps } from "../fields/list-fields.ts";
import { closing, pageFields, pageGroups, part, picture } from "../fields/page-fields.ts";
import { group, labelLimit, line, paragraph, richText } from "../fields/text-fields.ts";

/** Makes a template paragraph. `checkFilledIn` blocks publishing until an editor replaces the text in brackets. */
const block = (key: string, style: string, text: string) => ({
  _key: key,
  _type: "block",
  style,
  markDefs: [],
  children: [{ _key: `${key}-texto`, _type: "span", marks: [], text }],
});

const benefit = (number: number, icon: string) => ({
  _key: `beneficio-${number}`,
  _type: "feature",
  icon,
  title: `[Benefício ${number}]`,
  text: "[Uma ou duas frases: o que a pessoa ganha com isso.]",
});

const link = (key: string, label: string, place: string) => ({
  _key: key,
  _type: "link",
  label,
  kind: "place",
  place,
});

/** Initial content of a new product page: all sections in order, with texts to replace. */
export const productTemplate = {
  summary: "[O produto em uma frase, como aparece no menu.]",
  hero: {
    _type: "hero",
    title: "[Nome do produto]: [o que ele resolve]",
    tagline: "[Para quem é e o que muda, em uma ou duas frases.]",
    links: [
      link("principal", "Solicitar Agora", "/simular"),
      link("duvidas", "Tirar dúvidas", "/contato"),
    ],
  },
  benefits: {
    title: "[Por que escolher este produto]",
    items: [benefit(1, "bolt"), benefit(2, "shield"), benefit(3, "clock"), benefit(4, "chart")],
  },
  description: {
    title: "[Como funciona]",
    body: [
      block("abertura", "normal", "[Comece pelo problema que a pessoa tem.]"),
      block("subtitulo", "h2", "[Um subtítulo]"),
      block("detalhes", "normal", "[Explique como o produto resolve o problema.]"),
    ],
  },
  closing: {
    _type: "callToAction",
    title: "[Um convite curto]",
    text: "[O que a pessoa faz agora e o que recebe em troca.]",
    links: [link("convite", "Solicitar Agora", "/simular")],
  },
  seo: {
    _type: "seo",
    title: "[Nome do produto]: [o que a pessoa procura]",
    description: "[O que a pessoa encontra na página, em uma ou duas frases.]",
  },
};

const twoLinks = (hero: { links?: object[] } | undefined) =>
  !hero || hero.links?.length === 2 ? true : "A abertura de um produto tem dois botões.";

/** Product page. A published product appears in the site's menu without a new deployment. */
export const product = defineType({
  name: "product",
  title: "Produto",
  type: "document",
  icon: PackageIcon,
  groups: pageGroups,
  orderings: [orderRankOrdering],
  initialValue: productTemplate,
  fields: pageFields({
    name: line("Nome", {}, { limit: labelLimit }),
    menuLabel: line("Nome no menu", {}, { limit: 30 }),
    slug: (name) =>
      defineField({
        name,
        title: "Endereço",
        description: "O que vem depois da barra: pag-payser vira /pag-payser.",
        type: "slug",
        options: { source: "name", maxLength: 60 },
        validation: (rule) => [
          rule
            .required()
            .custom((slug, context) =>
              checkPagePath(pathOf({ slug }), findPathOwnerWith(context, ["page", "product"])),
            ),
          rule
            .custom((slug, context) =>
              checkFormerRedirect(pathOf({ slug }), findPathOwnerWith(context, ["redirect"])),
            )
            .warning(),
        ],
      }),
    summary: paragraph(
      "Resumo",
      "Aparece no menu de produtos e nos cartões das páginas dos outros.",
      { limit: 200 },
    ),
    hero: part("Abertura", "hero", twoLinks),
    benefits: group("Benefícios", {
      title: line("Título da seção", {}, { optional: true }),
      items: features("Quatro benefícios", 4),
    }),
    highlight: group(
      "Seção própria",
      {
        title: "Título da seção",
        layout: (name) =>
          defineField({
            name,
            title: "Apresentação",
            type: "string",
            options: {
              layout: "radio",
              list: [
                { value: "steps", title: "Passos numerados" },
                { value: "facts", title: "Destaques lado a lado" },
              ],
            },
            validation: (rule) => rule.required(),
          }),
        items: steps(undefined, "Itens"),
      },
      {
        description: "O que só este produto tem, entre os benefícios e a descrição.",
        optional: true,
      },
    ),
    showsCoverage: (name) =>
      defineField({
        name,
        title: "Mostra quanto a fiança cobre",
        description: "A seção vem do documento “Cobertura”, o mesmo para todas as páginas.",
        type: "boolean",
      }),
    picture,
    description: group("Descrição", { title: "Título da seção", body: richText("Texto") }),
    closing,
    regulatoryNote: paragraph(
      "Aviso regulatório",
      "A instituição autorizada que presta o serviço de conta ou pagamento, quando houver.",
      { optional: true },
    ),
    orderRank: () => orderRankField({ type: "product" }),
  }),
  preview: {
    select: { title: "name", slug: "slug.current", media: "hero.image" },
    prepare: ({ title, slug, media }) => ({ title, subtitle: slug ? `/${slug}` : "", media }),
  },
});
