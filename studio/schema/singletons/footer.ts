import { SplitHorizontalIcon } from "@sanity/icons/SplitHorizontal";
import { UlistIcon } from "@sanity/icons/Ulist";
import { defineArrayMember, defineField } from "sanity";
import { lineField, lineFields, paragraphField } from "../fields/copy-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { linksField } from "../fields/list-fields.ts";

const column = defineArrayMember({
  name: "footerColumn",
  title: "Coluna",
  type: "object",
  icon: UlistIcon,
  fields: [
    lineField({ name: "title", title: "Título" }),
    linksField({ title: "Links", minimum: 1, maximum: 12 }),
  ],
  preview: { select: { title: "title" } },
});

/** The footer; company data comes from the site settings. */
export const footer = defineSingleton({
  name: "footer",
  title: "Rodapé",
  icon: SplitHorizontalIcon,
  fields: [
    paragraphField({ name: "about", title: "Texto sobre a empresa" }),
    defineField({
      name: "columns",
      title: "Colunas de links",
      type: "array",
      of: [column],
      validation: (rule) => rule.required().min(1).max(4),
    }),
    ...lineFields({
      contactTitle: "Título do contato",
      socialTitle: "Título das redes sociais",
      officerLabel: "Rótulo do encarregado de dados",
    }),
    lineField({
      name: "copyright",
      title: "Direitos autorais",
      description: "Texto depois do ano, que o site põe sozinho.",
    }),
  ],
});
