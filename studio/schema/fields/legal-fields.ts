import { BlockquoteIcon } from "@sanity/icons/Blockquote";
import { type ArrayRule, type FieldDefinition, defineArrayMember, defineField } from "sanity";
import { groupField, lineField, lineFields, paragraphField, richTextField } from "./text-fields.ts";

interface Clause {
  number?: string;
  title?: string;
  limitsRights?: boolean;
}

const clauseFields = [
  lineField({ name: "number", title: "Número", optional: true }),
  lineField({ name: "title", title: "Título" }),
  richTextField({ name: "body", title: "Texto" }),
];

/** A numbered part of a legal text, with what is only its own. */
export function clauseMember(...own: FieldDefinition[]) {
  return defineArrayMember({
    name: "clause",
    title: "Cláusula",
    type: "object",
    icon: BlockquoteIcon,
    fields: [...clauseFields, ...own],
    preview: {
      select: { number: "number", title: "title", limitsRights: "limitsRights" },
      prepare: ({ number, title, limitsRights }: Clause) => ({
        title: [number, title].filter(Boolean).join(" "),
        subtitle: limitsRights ? "Limita direitos: aparece em destaque" : "",
      }),
    },
  });
}

/** What makes up the text of a legal document. */
export function legalTextFields(
  clause: ReturnType<typeof clauseMember>,
  rules: (rule: ArrayRule<unknown[]>) => ArrayRule<unknown[]>[] = (rule) => [
    rule.required().min(1),
  ],
): FieldDefinition[] {
  return [
    lineField({ name: "title", title: "Título da página" }),
    paragraphField({ name: "intro", title: "Introdução", optional: true }),
    richTextField({ name: "issuer", title: "Quem é a empresa" }),
    defineField({
      name: "clauses",
      title: "Cláusulas",
      description:
        "Publicar uma mudança do texto cria a próxima versão, com a data. As anteriores ficam guardadas.",
      type: "array",
      of: [clause],
      validation: rules,
    }),
  ];
}

/** The words around the versions of a legal text. */
export const versionLabelFields: FieldDefinition[] = [
  ...lineFields({
    versionLabel: "Rótulo da versão",
    inForceLabel: "Rótulo da data de vigência",
  }),
  groupField({
    name: "history",
    title: "Histórico de versões",
    collapsed: true,
    fields: [
      ...lineFields({
        title: "Título da lista de versões",
        olderNote: "Aviso em uma versão anterior",
        currentLink: "Link para a versão em vigor",
      }),
      lineField({
        name: "changesTitle",
        title: "Título das mudanças",
        description: "{{before}} e {{after}} viram as duas versões.",
        variables: ["before", "after"],
      }),
      paragraphField({ name: "changesIntro", title: "Como ler as mudanças" }),
      ...lineFields({
        addedLabel: "Antes do que entrou (para leitores de tela)",
        removedLabel: "Antes do que saiu (para leitores de tela)",
        addedClause: "Cláusula que entrou",
        removedClause: "Cláusula que saiu",
        emphasisOnly: "Quando só o destaque ou a ordem mudou",
      }),
    ],
  }),
];
