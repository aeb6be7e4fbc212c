import { PresentationIcon } from "@sanity/icons/Presentation";
import { defineArrayMember, defineField, defineType } from "sanity";
import { headingLimit, lineField, paragraphField } from "../fields/copy-fields.ts";
import { linksField } from "../fields/list-fields.ts";
import { allChecks } from "../../validation/all-checks.ts";
import { checkTokens } from "../../validation/known-tokens.ts";
import { checkMaximumLength } from "../../validation/text-length.ts";

/** The opening of a page. */
export const hero = defineType({
  name: "hero",
  title: "Abertura",
  type: "object",
  icon: PresentationIcon,
  options: { collapsible: true },
  fields: [
    lineField({ name: "title", title: "Título", limit: headingLimit }),
    paragraphField({ name: "tagline", title: "Frase de apoio", limit: 200 }),
    linksField({ minimum: 0, maximum: 2, description: "O primeiro botão é o principal." }),
    defineField({
      name: "badges",
      title: "Selos",
      description: "Frases curtas com um sinal de confirmação. No máximo quatro.",
      type: "array",
      of: [
        defineArrayMember({
          type: "string",
          title: "Selo",
          validation: (rule) =>
            rule.required().custom(allChecks(checkTokens, checkMaximumLength(60))),
        }),
      ],
      validation: (rule) => rule.max(4),
    }),
    defineField({ name: "image", title: "Imagem", type: "imageWithAlt" }),
  ],
  preview: { select: { title: "title", subtitle: "tagline", media: "image" } },
});
