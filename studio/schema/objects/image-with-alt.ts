import { ImageIcon } from "@sanity/icons/Image";
import { defineField, defineType } from "sanity";
import { checkImageDescribed } from "../../validation/image-described.ts";
import { checkMaximumLength } from "../../validation/text-length.ts";
import { checkImageChosen } from "../../validation/image-chosen.ts";

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
