import { defineField, defineType } from "sanity";
import type { FieldDefinition, StringRule } from "sanity";
import { SeoInput } from "../../link-preview/seo-input.ts";
import { allChecks } from "../../validation/all-checks.ts";
import { checkFilledIn } from "../../validation/filled-in.ts";
import { checkImageChosen } from "../../validation/image-chosen.ts";
import { checkMaximumLength, checkTextLength } from "../../validation/text-length.ts";
import { checkTokens } from "../../validation/known-tokens.ts";
import { countedInput } from "../fields/counted-input.ts";

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
