import { PackageIcon } from "@sanity/icons/Package";
import { orderRankField, orderRankOrdering } from "@sanity/orderable-document-list";
import { defineField, defineType } from "sanity";
import { pathOf } from "../../links/publishing-actions.ts";
import { checkFormerRedirect, checkPagePath, findPathOwnerWith } from "../../validation/links.ts";
import { closingField, pageFields, pageGroups, pictureField } from "../fields/page-fields.ts";
import {
  featuresField,
  groupField,
  labelLimit,
  lineField,
  paragraphField,
  richTextField,
  stepsField,
} from "../fields/text-fields.ts";

/** What an editor replaces stands in brackets: `checkFilledIn` refuses to publish it. */
const paragraph = (key: string, style: string, text: string) => ({
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

/** A new product page: all sections in order, so that an editor fills in rather than builds. */
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
      paragraph("abertura", "normal", "[Comece pelo problema que a pessoa tem.]"),
      paragraph("subtitulo", "h2", "[Um subtítulo]"),
      paragraph("detalhes", "normal", "[Explique como o produto resolve o problema.]"),
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

/** A product page; publishing one puts it in the menu, with no deploy. */
export const product = defineType({
  name: "product",
  title: "Produto",
  type: "document",
  icon: PackageIcon,
  groups: pageGroups,
  orderings: [orderRankOrdering],
  initialValue: productTemplate,
  fields: pageFields([
    lineField({ name: "name", title: "Nome", limit: labelLimit }),
    lineField({ name: "menuLabel", title: "Nome no menu", limit: 30 }),
    defineField({
      name: "slug",
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
    paragraphField({
      name: "summary",
      title: "Resumo",
      description: "Aparece no menu de produtos e nos cartões das páginas dos outros.",
      limit: 200,
    }),
    defineField({
      name: "hero",
      title: "Abertura",
      type: "hero",
      validation: (rule) => rule.required().custom<{ links?: object[] }>(twoLinks),
    }),
    groupField({
      name: "benefits",
      title: "Benefícios",
      fields: [
        lineField({ name: "title", title: "Título da seção", optional: true }),
        featuresField({ title: "Quatro benefícios", count: 4 }),
      ],
    }),
    groupField({
      name: "highlight",
      title: "Seção própria",
      description: "O que só este produto tem, entre os benefícios e a descrição.",
      optional: true,
      fields: [
        lineField({ name: "title", title: "Título da seção" }),
        defineField({
          name: "layout",
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
        stepsField({ title: "Itens" }),
      ],
    }),
    defineField({
      name: "showsCoverage",
      title: "Mostra quanto a fiança cobre",
      description: "A seção vem do documento “Cobertura”, o mesmo para todas as páginas.",
      type: "boolean",
    }),
    pictureField,
    groupField({
      name: "description",
      title: "Descrição",
      fields: [
        lineField({ name: "title", title: "Título da seção" }),
        richTextField({ name: "body", title: "Texto" }),
      ],
    }),
    closingField,
    paragraphField({
      name: "regulatoryNote",
      title: "Aviso regulatório",
      description:
        "A instituição autorizada que presta o serviço de conta ou pagamento, quando houver.",
      optional: true,
    }),
    orderRankField({ type: "product" }),
  ]),
  preview: {
    select: { title: "name", slug: "slug.current", media: "hero.image" },
    prepare: ({ title, slug, media }) => ({ title, subtitle: slug ? `/${slug}` : "", media }),
  },
});
