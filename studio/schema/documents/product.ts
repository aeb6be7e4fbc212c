import { orderRankField, orderRankOrdering } from "@sanity/orderable-document-list";
import { PackageIcon } from "@sanity/icons/Package";
import { defineField, defineType } from "sanity";
import { pathOf } from "../../links/publishing-actions.ts";
import { labelLimit, lineField, paragraphField } from "../fields/copy-fields.ts";
import { groupField } from "../fields/group-field.ts";
import { featuresField, stepsField } from "../fields/list-fields.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";
import { closingField } from "../fields/section-fields.ts";
import {
  checkFormerRedirect,
  checkPagePath,
  findPathOwnerWith,
} from "../../validation/page-path.ts";
import { productTemplate } from "./product-template.ts";
import { richTextField } from "../fields/rich-text-field.ts";

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
