import { defineField, defineType } from "sanity";
import type { FieldDefinition } from "sanity";
import { SeoInput } from "../../link-preview/seo-input.tsx";
import { checkImageChosen } from "../../validation/image-chosen.ts";
import { checkTextLength } from "../../validation/text-length.ts";
import { checkTokens } from "../../validation/known-tokens.ts";
import { countedInput } from "../fields/counted-input.ts";

const titleLimit = 65;
const descriptionLimit = 155;

const checkTitle = checkTextLength(titleLimit, "o Google corta o que passar disso.");
const checkDescription = checkTextLength(descriptionLimit, "o Google corta o que passar disso.");

/** Title, description and image for search and sharing; `required` for the site-wide ones. */
export function seoFields(required: boolean): FieldDefinition[] {
  return [
    defineField({
      name: "title",
      title: "Título na busca",
      description: `Até ${titleLimit} caracteres. Comece pelo assunto da página.`,
      type: "string",
      components: { input: countedInput(titleLimit) },
      validation: (rule) =>
        (required ? rule.required() : rule).custom(checkTokens).custom(checkTitle),
    }),
    defineField({
      name: "description",
      title: "Descrição na busca",
      description: `Até ${descriptionLimit} caracteres: o que a pessoa encontra na página.`,
      type: "text",
      rows: 3,
      components: { input: countedInput(descriptionLimit) },
      validation: (rule) =>
        (required ? rule.required() : rule).custom(checkTokens).custom(checkDescription),
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
