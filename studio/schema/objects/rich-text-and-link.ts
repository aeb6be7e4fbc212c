import { LinkIcon } from "@sanity/icons/Link";
import { defineArrayMember, defineType } from "sanity";
import { LinkInput } from "../../links/link-inputs.tsx";
import { leadsTo, leadsToSelection } from "../../links/read-link.ts";
import { linkFields } from "../fields/link-fields.ts";
import { labelLimit, line, makeFields } from "../fields/text-fields.ts";

export const richText = defineType({
  name: "richText",
  title: "Texto",
  type: "array",
  of: [
    defineArrayMember({
      type: "block",
      title: "Parágrafo",
      styles: [
        { title: "Parágrafo", value: "normal" },
        { title: "Título de seção", value: "h2" },
        { title: "Subtítulo", value: "h3" },
      ],
      lists: [
        { title: "Lista", value: "bullet" },
        { title: "Lista numerada", value: "number" },
      ],
      marks: {
        decorators: [
          { title: "Negrito", value: "strong" },
          { title: "Itálico", value: "em" },
        ],
        annotations: [
          {
            name: "link",
            title: "Link",
            type: "object",
            icon: LinkIcon,
            components: { input: LinkInput },
            fields: linkFields(),
          },
        ],
      },
    }),
    defineArrayMember({ type: "imageWithAlt" }),
  ],
});

export const link = defineType({
  name: "link",
  title: "Link",
  type: "object",
  icon: LinkIcon,
  components: { input: LinkInput },
  fields: [...makeFields({ label: line("Texto", {}, { limit: labelLimit }) }), ...linkFields()],
  preview: {
    select: { title: "label", ...leadsToSelection },
    prepare: ({ title, ...selected }: Record<string, string | undefined>) => ({
      title: title ?? "Link sem texto",
      subtitle: leadsTo(selected),
    }),
  },
});
