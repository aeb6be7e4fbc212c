import * as z from "zod/mini";
import { formatCurrency } from "#contracts/fields/formats.ts";
import { moneyField, parseMoney } from "#contracts/fields/money.ts";
import { type ClaimItem, sumAmounts } from "#contracts/claims/claims.ts";
import { optionalTextField } from "#contracts/fields/text.ts";
import { otherwiseInvalid } from "#contracts/reply.ts";
import type { DecidedItem } from "./claim-queries.tsx";

const typedText = z._default(z.string(), "");

/** Creates the schema of one decided item. `asked` (reais) bounds the amount, as in private.decide_claim. */
function decisionItemSchema(asked: number) {
  return z
    .object({
      id: z.uuid("Item inválido"),
      /** Granted amount in reais; 0 refuses the item. */
      granted: z.pipe(
        z.union([z.string(), z.number()], "Informe o valor aprovado"),
        z.transform((typed, context) => {
          const value = typeof typed === "number" ? typed : parseMoney(typed);
          if (value >= 0 && Number(value.toFixed(2)) === value) return value;
          const message = "Informe o valor aprovado, com até duas casas decimais; 0 para nenhum";
          context.issues.push({ code: "custom", input: typed, message });
          return z.NEVER;
        }),
      ),
      reason: optionalTextField(1000),
      clause: optionalTextField(200),
    })
    .check(
      z.refine(({ granted }) => granted <= asked, {
        error: "Não pode passar do valor pedido",
        path: ["granted"],
      }),
      z.refine(({ granted, reason }) => granted >= asked || (reason?.length ?? 0) >= 3, {
        error: "Explique por que não é aprovado por inteiro",
        path: ["reason"],
      }),
    );
}

/** Amounts in reais that bound a decision. */
interface DecisionBounds {
  /** Rest of the contract's limit for the whole claim. */
  limitLeft: number;
  /** Granted amount of the items that a review does not name. */
  kept: number;
  /** Amount that was already paid for the claim. */
  paid: number;
}

/**
 * Creates the rules of a decision about these items, in order. The sum of the whole claim stays between the paid amount
 * and the limit, as in the database.
 */
export function decisionRules(
  items: readonly Pick<ClaimItem, "id" | "asked">[],
  { limitLeft, kept, paid }: DecisionBounds,
) {
  const schema = z.pipe(
    z.object({
      items: z.array(z.object({ granted: typedText, reason: typedText, clause: typedText })),
      recourse: typedText,
    }),
    z.transform((typed, context) => {
      const fault = (path: PropertyKey[], message: string) =>
        context.issues.push({ code: "custom", input: typed, message, path });
      const decided: DecidedItem[] = [];
      for (const [index, { id, asked }] of items.entries()) {
        const parsed = decisionItemSchema(asked).safeParse(
          { ...typed.items[index], id },
          otherwiseInvalid,
        );
        if (parsed.success) decided.push(parsed.data);
        for (const { path, message } of parsed.error?.issues ?? []) {
          fault(["items", index, ...path], message);
        }
      }
      const sum = sumAmounts([kept, ...decided.map(({ granted }) => granted)]);
      if (decided.length === items.length) {
        if (sum > limitLeft) {
          const message = `A soma passa do limite: restam ${formatCurrency(limitLeft)}`;
          fault(["items", 0, "granted"], message);
        } else if (sum < paid) {
          const message = `A soma não pode ser menos do que já foi pago: ${formatCurrency(paid)}`;
          fault(["items", 0, "granted"], message);
        }
      }
      const recourse = readRecourse(typed.recourse, sum);
      for (const { message } of recourse.error?.issues ?? []) fault(["recourse"], message);
      return { items: decided, recourse: recourse.data ?? sum };
    }),
  );
  const names = [
    ...items.flatMap(
      (_item, index) =>
        [`items.${index}.granted`, `items.${index}.clause`, `items.${index}.reason`] as const,
    ),
    "recourse" as const,
  ];
  return { schema, names };
}

/** Reads an amount in reais. It may be 0, unlike other amounts; an empty field means `sum`. */
function readRecourse(typed: string, sum: number) {
  const amount = typed.trim() === "" ? sum : parseMoney(typed);
  return amount === 0
    ? { data: 0, error: undefined }
    : recourseField.safeParse(typed.trim() || sum);
}

const recourseField = moneyField("Escreva o valor em reais, por exemplo 1.234,56");

/** Sums the readable amounts, in reais. */
export function sumTyped(typed: readonly string[]): number {
  return sumAmounts(typed.map(parseMoney).filter((amount) => Number.isFinite(amount)));
}
