import { StarIcon } from "@sanity/icons/Star";
import { defineField, defineType } from "sanity";
import { headingLimit, lineField, paragraphField } from "../fields/copy-fields.ts";
import { iconNames } from "../icon-names.ts";

/** A card with icon, title and text: a benefit, an advantage, a value. */
export const feature = defineType({
  name: "feature",
  title: "Cartão com ícone",
  type: "object",
  icon: StarIcon,
  fields: [
    defineField({
      name: "icon",
      title: "Ícone",
      type: "string",
      options: { list: iconNames.map(({ value, title }) => ({ value, title })) },
      validation: (rule) => rule.required(),
    }),
    lineField({ name: "title", title: "Título", limit: headingLimit }),
    paragraphField({ name: "text", title: "Texto", limit: 300 }),
  ],
  preview: {
    select: { title: "title", subtitle: "text", icon: "icon" },
    prepare: ({ title, subtitle, icon }: Record<string, string | undefined>) => ({
      title: title ?? "Cartão sem título",
      subtitle: subtitle ?? "",
      media: iconNames.find(({ value }) => value === icon)?.preview ?? StarIcon,
    }),
  },
});
