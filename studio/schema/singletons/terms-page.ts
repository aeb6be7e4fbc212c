import { BillIcon } from "@sanity/icons/Bill";
import { BlockquoteIcon } from "@sanity/icons/Blockquote";
import { defineArrayMember, defineField } from "sanity";
import {
  checkClauseTopics,
  checkTopicsPresent,
  clauseTopics,
} from "../../validation/clause-topics.ts";
import { lineField, lineFields, paragraphField } from "../fields/copy-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";
import { richTextField } from "../fields/rich-text-field.ts";

const clause = defineArrayMember({
  name: "clause",
  title: "Cláusula",
  type: "object",
  icon: BlockquoteIcon,
  fields: [
    lineField({ name: "number", title: "Número", optional: true }),
    lineField({ name: "title", title: "Título" }),
    richTextField({ name: "body", title: "Texto" }),
    defineField({
      name: "topic",
      title: "Assunto",
      description: "Outras páginas levam à cláusula pelo assunto, qualquer que seja o número.",
      type: "string",
      options: { list: [...clauseTopics] },
    }),
    defineField({
      name: "limitsRights",
      title: "Limita direitos do consumidor",
      description: "A cláusula aparece em destaque, como manda o CDC (art. 54, § 4º).",
      type: "boolean",
      initialValue: false,
      validation: (rule) => rule.required(),
    }),
  ],
  preview: {
    select: { number: "number", title: "title", limitsRights: "limitsRights" },
    prepare: ({ number, title, limitsRights }: Clause) => ({
      title: [number, title].filter(Boolean).join(" "),
      subtitle: limitsRights ? "Limita direitos: aparece em destaque" : "",
    }),
  },
});

interface Clause {
  number?: string;
  title?: string;
  limitsRights?: boolean;
}

/** /termos; each simulation stores the version it accepted. */
export const termsPage = defineSingleton({
  name: "termsPage",
  title: "Termos",
  icon: BillIcon,
  groups: pageGroups,
  fields: pageFields([
    lineField({ name: "title", title: "Título da página" }),
    paragraphField({ name: "intro", title: "Introdução", optional: true }),
    defineField({
      name: "version",
      title: "Versão",
      description:
        "Mude a cada alteração das cláusulas: cada simulação guarda a versão que a pessoa aceitou.",
      type: "string",
      validation: (rule) =>
        rule
          .required()
          .regex(/^[0-9]+(\.[0-9]+)*$/)
          .error("Use números e pontos, como 1.0 ou 2026.1"),
    }),
    defineField({
      name: "inForceSince",
      title: "Em vigor desde",
      type: "date",
      options: { dateFormat: "DD/MM/YYYY" },
      validation: (rule) => rule.required(),
    }),
    richTextField({ name: "issuer", title: "Identificação da emissora" }),
    defineField({
      name: "clauses",
      title: "Cláusulas",
      type: "array",
      of: [clause],
      validation: (rule) => [
        rule.required().min(1).custom(checkClauseTopics),
        rule.custom(checkTopicsPresent).warning(),
      ],
    }),
    ...lineFields({
      limitsRightsNote: "Aviso nas cláusulas que limitam direitos",
      versionLabel: "Rótulo da versão",
      inForceLabel: "Rótulo da data de vigência",
    }),
  ]),
});
