import { BlockquoteIcon } from "@sanity/icons/Blockquote";
import { type ArrayRule, defineArrayMember } from "sanity";
import { list } from "../fields/list-fields.ts";
import {
  type Fields,
  group,
  line,
  makeFields,
  paragraph,
  richText,
} from "../fields/text-fields.ts";

interface Clause {
  number?: string;
  title?: string;
  limitsRights?: boolean;
}

/** Defines the numbered clause of a legal text. The `extra` fields come after the common fields. */
export function clauseMember(extra: Fields = {}) {
  return defineArrayMember({
    name: "clause",
    title: "Cláusula",
    type: "object",
    icon: BlockquoteIcon,
    fields: makeFields({
      number: line("Número", {}, { optional: true }),
      title: "Título",
      body: richText("Texto"),
      ...extra,
    }),
    preview: {
      select: { number: "number", title: "title", limitsRights: "limitsRights" },
      prepare: ({ number, title, limitsRights }: Clause) => ({
        title: [number, title].filter(Boolean).join(" "),
        subtitle: limitsRights ? "Limita direitos: aparece em destaque" : "",
      }),
    },
  });
}

export function legalTextFields(
  clause: ReturnType<typeof clauseMember>,
  rules: (rule: ArrayRule<unknown[]>) => ArrayRule<unknown[]>[] = (rule) => [
    rule.required().min(1),
  ],
) {
  return {
    title: "Título da página",
    intro: paragraph("Introdução", {}, { optional: true }),
    issuer: richText("Quem é a empresa"),
    clauses: list(
      "Cláusulas",
      clause,
      rules,
      "Publicar uma mudança do texto cria a próxima versão, com a data. As anteriores ficam guardadas.",
    ),
  } satisfies Fields;
}

/** Fields for the labels that pages show with the versions of a legal text. */
export const versionLabels = {
  versionLabel: "Rótulo da versão",
  inForceLabel: "Rótulo da data de vigência",
  history: group(
    "Histórico de versões",
    {
      title: "Título da lista de versões",
      olderNote: "Aviso em uma versão anterior",
      currentLink: "Link para a versão em vigor",
      changesTitle: line(
        "Título das mudanças",
        { before: "a versão anterior", after: "a seguinte" },
        { description: "{{before}} e {{after}} viram as duas versões." },
      ),
      changesIntro: paragraph("Como ler as mudanças"),
      addedLabel: "Antes do que entrou (para leitores de tela)",
      removedLabel: "Antes do que saiu (para leitores de tela)",
      addedClause: "Cláusula que entrou",
      removedClause: "Cláusula que saiu",
      emphasisOnly: "Quando só o destaque ou a ordem mudou",
    },
    { collapsed: true },
  ),
} satisfies Fields;
