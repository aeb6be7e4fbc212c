import { ImageIcon } from "@sanity/icons/Image";
import { type FieldDefinition, type StringRule, defineField, defineType } from "sanity";
import { SeoInput } from "../../link-preview/seo-input.ts";
import { checkImageChosen, checkImageDescribed } from "../../validation/images.ts";
import {
  allChecks,
  checkFilledIn,
  checkMaximumLength,
  checkTextLength,
  checkTokens,
} from "../../validation/texts.ts";
import { countedInput } from "../fields/text-fields.ts";

/** An image that cannot be published without words for those who do not see it. */
export const imageWithAlt = defineType({
  name: "imageWithAlt",
  title: "Imagem",
  type: "image",
  icon: ImageIcon,
  options: { hotspot: true },
  fields: [
    defineField({
      name: "alt",
      title: "Texto alternativo",
      description: "Descreva o que a imagem mostra. Leitores de tela leem este texto.",
      type: "string",
      validation: (rule) => [
        rule.required().error("Descreva a imagem para quem não pode vê-la."),
        rule.custom(checkMaximumLength(250)),
        rule.custom(checkImageDescribed).warning(),
      ],
    }),
  ],
  validation: (rule) => rule.custom(checkImageChosen),
  preview: { select: { title: "alt", media: "asset" } },
});

const title = { limit: 65, maximum: 70 };
const description = { limit: 155, maximum: 170 };

function searchRules(rule: StringRule, required: boolean, { limit, maximum }: typeof title) {
  return [
    (required ? rule.required() : rule).custom(
      allChecks(checkTokens, checkFilledIn, checkMaximumLength(maximum)),
    ),
    rule.custom(checkTextLength(limit, "o Google corta o que passar disso.")).warning(),
  ];
}

/** Title, description and image for search and sharing; `required` for the site-wide ones. */
export function seoFields(required: boolean): FieldDefinition[] {
  return [
    defineField({
      name: "title",
      title: "Título na busca",
      description: `Até ${title.limit} caracteres. Comece pelo assunto da página.`,
      type: "string",
      components: { input: countedInput(title.limit) },
      validation: (rule) => searchRules(rule, required, title),
    }),
    defineField({
      name: "description",
      title: "Descrição na busca",
      description: `Até ${description.limit} caracteres: o que a pessoa encontra na página.`,
      type: "text",
      rows: 3,
      components: { input: countedInput(description.limit) },
      validation: (rule) => searchRules(rule, required, description),
    }),
    defineField({
      name: "image",
      title: "Imagem de compartilhamento",
      description: required
        ? "Para as páginas que não são de busca. O ideal é 1200 × 630 pixels."
        : "Aparece no WhatsApp e nas redes. Sem ela, o site desenha uma com o título e a imagem da página. O ideal é 1200 × 630 pixels.",
      type: "imageWithAlt",
      validation: (rule) =>
        required ? rule.required().assetRequired() : rule.custom(checkImageChosen),
    }),
  ];
}

/** What search engines and social networks show of a page. */
export const seo = defineType({
  name: "seo",
  title: "Busca e compartilhamento",
  type: "object",
  components: { input: SeoInput },
  fields: seoFields(false),
});
