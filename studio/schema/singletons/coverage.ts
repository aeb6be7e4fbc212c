import { CheckmarkCircleIcon } from "@sanity/icons/CheckmarkCircle";
import { type FieldDefinition, defineArrayMember, defineField } from "sanity";
import { checkExclusions, checkInclusions } from "../../validation/company.ts";
import { groupField, lineField, lineFields, paragraphField } from "../fields/text-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { sectionFields } from "../fields/page-fields.ts";

interface Statements {
  name: string;
  title: string;
  description: string;
  check: (items: { text?: string }[] | undefined) => true | string;
  more?: FieldDefinition[];
}

/** A titled list of what is, or is not, covered. */
function statementsField({ name, title, description, check, more = [] }: Statements) {
  return groupField({
    name,
    title,
    description,
    fields: [
      lineField({ name: "title", title: "Título" }),
      defineField({
        name: "items",
        title: "Itens",
        type: "array",
        of: [
          defineArrayMember({
            name: "statement",
            title: "Item",
            type: "object",
            fields: [lineField({ name: "text", title: "Texto" })],
          }),
        ],
        validation: (rule) => rule.required().min(1).custom<{ text?: string }[]>(check),
      }),
      ...more,
    ],
  });
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

/**
 * How much the guarantee covers: one truth for every page that tells it. The amounts come from the
 * business rules, the clauses from the terms.
 */
export const coverage = defineSingleton({
  name: "coverage",
  title: "Cobertura",
  icon: CheckmarkCircleIcon,
  fields: [
    groupField({
      name: "tenants",
      title: "Abertura para locatários",
      description: "Em /como-funciona e nos produtos que mostram a cobertura.",
      fields: sectionFields(),
    }),
    groupField({
      name: "landlords",
      title: "Abertura para locadores",
      description: "Em /locadores: o que a pessoa recebe.",
      fields: sectionFields(),
    }),
    groupField({
      name: "notice",
      title: "Aviso onde a fiança é oferecida",
      description:
        "Na abertura da página inicial, de /quem-somos, /locatarios, /parceiros e /simular, antes que alguém deixe um dado.",
      fields: [
        lineField({ name: "text", title: "Texto" }),
        defineField({
          name: "link",
          title: "Link para a cobertura",
          type: "link",
          validation: (rule) => rule.required(),
        }),
      ],
      check: (notice) =>
        checkExclusions(typeof notice?.["text"] === "string" ? [{ text: notice["text"] }] : []),
    }),
    statementsField({
      name: "exclusions",
      title: "O que não é coberto",
      description: "Aparece antes do que é coberto, em negrito, como nos termos.",
      check: checkExclusions,
      more: [paragraphField({ name: "note", title: "Observação" })],
    }),
    statementsField({
      name: "inclusions",
      title: "O que é coberto",
      description: "A mesma lista dos termos: o que não está nela não é coberto.",
      check: checkInclusions,
    }),
    groupField({
      name: "limit",
      title: "Valor de referência e limite",
      fields: [
        lineField({ name: "title", title: "Título" }),
        paragraphField({ name: "text", title: "Texto" }),
        lineField({ name: "caption", title: "Título da tabela de exemplos" }),
        defineField({
          name: "examples",
          title: "Exemplos",
          type: "array",
          of: [example],
          validation: (rule) => rule.required().min(1).max(6),
        }),
        ...lineFields({
          rentLabel: "Rótulo do aluguel",
          monthsLabel: "Rótulo do prazo",
          referenceLabel: "Rótulo do valor de referência",
          limitLabel: "Rótulo do limite",
        }),
      ],
    }),
    groupField({
      name: "calculator",
      title: "Calculadora",
      fields: lineFields({
        title: "Título",
        help: "Ajuda do campo do aluguel",
        prompt: "Antes de haver um valor",
        unclear: "Quando o valor não é claro",
      }),
    }),
    groupField({
      name: "fee",
      title: "Estimativa da taxa",
      description: "Aparece só quando as regras do negócio têm a faixa da taxa.",
      fields: [
        lineField({ name: "label", title: "Rótulo" }),
        paragraphField({ name: "note", title: "Aviso de que é uma estimativa" }),
      ],
    }),
    lineField({
      name: "clauseLabel",
      title: "Link para os termos",
      description: "O número da cláusula vem depois.",
    }),
  ],
});
