import { UnknownIcon } from "@sanity/icons/Unknown";
import { defineField } from "sanity";
import { definePage } from "../fields/define-singleton.ts";
import { linkList } from "../fields/list-fields.ts";
import { paragraph } from "../fields/text-fields.ts";

export const notFoundPage = definePage({
  name: "notFoundPage",
  title: "Página não encontrada",
  icon: UnknownIcon,
  fields: {
    code: "Código",
    title: "Mensagem",
    linkLabel: "Link para o início",
    language: (name) =>
      defineField({
        name,
        title: "Língua da mensagem e do link para o início",
        description: "Para que leitores de tela os pronunciem como se deve.",
        type: "string",
        options: {
          layout: "radio",
          list: [
            { title: "Português", value: "pt-BR" },
            { title: "Inglês", value: "en" },
          ],
        },
        validation: (rule) => rule.required(),
      }),
    intro: paragraph("O que aconteceu, e o que fazer", {}, { limit: 200 }),
    links: linkList({ title: "Outros caminhos", minimum: 1, maximum: 5 }),
  },
});
