import { EditIcon } from "@sanity/icons/Edit";
import { defineType } from "sanity";
import { lineField, paragraphField } from "../fields/copy-fields.ts";

/** The texts around one field of a form on the site. */
export const formField = defineType({
  name: "formField",
  title: "Campo de formulário",
  type: "object",
  icon: EditIcon,
  fields: [
    lineField({ name: "label", title: "Rótulo" }),
    lineField({
      name: "placeholder",
      title: "Exemplo dentro do campo",
      description: "Some quando a pessoa começa a digitar.",
      optional: true,
    }),
    lineField({
      name: "help",
      title: "Ajuda",
      description: "Aparece sempre, abaixo do campo.",
      optional: true,
    }),
    paragraphField({
      name: "why",
      title: "Por que pedimos",
      description: "Aparece quando a pessoa pergunta por que o dado é necessário.",
      optional: true,
    }),
  ],
  preview: { select: { title: "label", subtitle: "help" } },
});
