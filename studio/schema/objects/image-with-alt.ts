import { ImageIcon } from "@sanity/icons/Image";
import { defineField, defineType } from "sanity";

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
      validation: (rule) => rule.required().error("Descreva a imagem para quem não pode vê-la."),
    }),
  ],
  validation: (rule) =>
    rule.custom((image) =>
      !image || image.asset ? true : "Escolha a imagem ou apague o texto alternativo.",
    ),
  preview: { select: { title: "alt", media: "asset" } },
});
