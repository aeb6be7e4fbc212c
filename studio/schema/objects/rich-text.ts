import { LinkIcon } from "@sanity/icons/Link";
import { defineArrayMember, defineType } from "sanity";
import { LinkInput } from "../../links/link-input.tsx";
import { linkFields } from "../fields/link-fields.ts";

/** Running text with headings, lists, emphasis, links and images. */
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
