import { ImageIcon } from "@sanity/icons/Image";
import { type StringRule, defineField, defineType } from "sanity";
import { SeoInput } from "../../link-preview/seo-input.ts";
import { checkImageChosen, checkImageDescribed } from "../../validation/check-images.ts";
import {
  allChecks,
  checkFilledIn,
  checkMaximumLength,
  checkTextLength,
  checkTokens,
} from "../../validation/check-texts.ts";
import { countedInput } from "../fields/counted-input.ts";
import { type Fields, makeFields } from "../fields/text-fields.ts";

/** Image that can be published only with an alternative text. */
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

/** Makes the fields for search engines and social networks. `required` is true only for the site's defaults. */
export function seoFields({ required }: { required: boolean }): Fields {
  return {
    title: (name) =>
      defineField({
        name,
        title: "Título na busca",
        description: `Até ${title.limit} caracteres. Comece pelo assunto da página.`,
        type: "string",
        components: { input: countedInput(title.limit) },
        validation: (rule) => searchRules(rule, required, title),
      }),
    description: (name) =>
      defineField({
        name,
        title: "Descrição na busca",
        description: `Até ${description.limit} caracteres: o que a pessoa encontra na página.`,
        type: "text",
        rows: 3,
        components: { input: countedInput(description.limit) },
        validation: (rule) => searchRules(rule, required, description),
      }),
    image: (name) =>
      defineField({
        name,
        title: "Imagem de compartilhamento",
        description: required
          ? "Para as páginas que não são de busca. O ideal é 1200 × 630 pixels."
          : "Aparece no WhatsApp e nas redes. Sem ela, o site desenha uma com o título e a imagem da página. O ideal é 1200 × 630 pixels.",
        type: "imageWithAlt",
        validation: (rule) =>
          required ? rule.required().assetRequired() : rule.custom(checkImageChosen),
      }),
  };
}

export const seo = defineType({
  name: "seo",
  title: "Busca e compartilhamento",
  type: "object",
  components: { input: SeoInput },
  fields: makeFields(seoFields({ required: false })),
});
