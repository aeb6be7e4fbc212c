import { CheckmarkCircleIcon } from "@sanity/icons/CheckmarkCircle";
import { defineArrayMember, defineField } from "sanity";
import { list } from "../fields/list-fields.ts";
import { checkExclusions, checkInclusions } from "../../validation/check-company.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { part, sectionTexts } from "../fields/page-fields.ts";
import { type Fields, group, line, makeFields, paragraph } from "../fields/text-fields.ts";

interface Statements {
  description: string;
  check: (items: { text?: string }[] | undefined) => true | string;
  more?: Fields;
}

function statements(title: string, { description, check, more = {} }: Statements) {
  return group(
    title,
    {
      title: "Título",
      items: list(
        "Itens",
        defineArrayMember({
          name: "statement",
          title: "Item",
          type: "object",
          fields: makeFields({ text: "Texto" }),
        }),
        (rule) => rule.required().min(1).custom<{ text?: string }[]>(check),
      ),
      ...more,
    },
    { description },
  );
}

const example = defineArrayMember({
  name: "example",
  title: "Exemplo",
  type: "object",
  fields: [
    defineField({
      name: "rent",
      title: "Aluguel, em reais",
      type: "number",
      validation: (rule) => rule.required().positive().precision(2).max(1_000_000),
    }),
    defineField({
      name: "months",
      title: "Prazo, em meses",
      description: "Vazio: a vigência máxima das regras do negócio.",
      type: "number",
      validation: (rule) => rule.integer().min(1).max(120),
    }),
  ],
  preview: {
    select: { rent: "rent", months: "months" },
    prepare: ({ rent, months }: Record<string, number | undefined>) => ({
      title: `R$ ${rent ?? ""}`,
      subtitle: months ? `${months} meses` : "Vigência máxima",
    }),
  },
});

/** Texts about the coverage for all pages. The business rules supply the amounts, and the terms supply the clauses. */
export const coverage = defineSingleton({
  name: "coverage",
  title: "Cobertura",
  icon: CheckmarkCircleIcon,
  fields: {
    tenants: group("Abertura para locatários", sectionTexts, {
      description: "Em /como-funciona e nos produtos que mostram a cobertura.",
    }),
    landlords: group("Abertura para locadores", sectionTexts, {
      description: "Em /locadores: o que a pessoa recebe.",
    }),
    notice: group(
      "Aviso onde a fiança é oferecida",
      {
        text: "Texto",
        link: part("Link para a cobertura", "link"),
      },
      {
        description:
          "Na abertura da página inicial, de /quem-somos, /locatarios, /parceiros e /simular, antes que alguém deixe um dado.",
        check: (notice) =>
          checkExclusions(typeof notice?.["text"] === "string" ? [{ text: notice["text"] }] : []),
      },
    ),
    exclusions: statements("O que não é coberto", {
      description: "Aparece antes do que é coberto, em negrito, como nos termos.",
      check: checkExclusions,
      more: { note: paragraph("Observação") },
    }),
    inclusions: statements("O que é coberto", {
      description: "A mesma lista dos termos: o que não está nela não é coberto.",
      check: checkInclusions,
    }),
    limit: group("Valor de referência e limite", {
      title: "Título",
      text: paragraph("Texto"),
      caption: "Título da tabela de exemplos",
      examples: list("Exemplos", example, (rule) => rule.required().min(1).max(6)),
      rentLabel: "Rótulo do aluguel",
      monthsLabel: "Rótulo do prazo",
      referenceLabel: "Rótulo do valor de referência",
      limitLabel: "Rótulo do limite",
    }),
    calculator: group("Calculadora", {
      title: "Título",
      help: "Ajuda do campo do aluguel",
      prompt: "Antes de haver um valor",
      unclear: "Quando o valor não é claro",
    }),
    fee: group(
      "Estimativa da taxa",
      { label: "Rótulo", note: paragraph("Aviso de que é uma estimativa") },
      { description: "Aparece só quando as regras do negócio têm a faixa da taxa." },
    ),
    clauseLabel: line("Link para os termos", "O número da cláusula vem depois."),
  },
});
