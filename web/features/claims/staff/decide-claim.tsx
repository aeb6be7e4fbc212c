import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { formatCurrency } from "#contracts/fields/formats.ts";
import { moneyField, parseMoney } from "#contracts/fields/money.ts";
import { type ClaimDetail, type ClaimItem, sumAmounts } from "#contracts/claims/claims.ts";
import { optionalTextField } from "#contracts/fields/text.ts";
import { otherwiseInvalid } from "#contracts/reply.ts";
import { writeAmount } from "../../../formats/amounts.ts";
import { ActionAlert, Button } from "../../../ui/feedback/button.tsx";
import { MaskedField, SelectField, TextAreaField } from "../../../ui/form/controls.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { TextChoices } from "../../../ui/form/text-choices.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { DataList, Datum } from "../../../ui/section/facts.tsx";
import { type DecidedItem, useClaimDeed, whyNot } from "./claim-queries.ts";

/** Editors' texts for decisions. */
export interface DecisionTexts {
  /** Clauses as decisions name them: 7. O que a fiança não cobre. */
  clauses: readonly string[];
  /** Texts with which staff can begin a reason. */
  reasons: readonly string[];
  /** Amount in reais above which a second person decides too; null when the rules have none. */
  fourEyesAmount: number | null;
}

interface DecideClaimProps {
  claim: ClaimDetail;
  texts: DecisionTexts;
  /** Function that renders an item's claim, proof and the tenant's answer. */
  renderItem: (item: ClaimItem) => ReactNode;
}

/** Form that decides every item with amount and reason, and shows their sum. */
export function DecideClaim({ claim, texts, renderItem }: DecideClaimProps) {
  const { id, items, limitLeft } = claim;
  const deed = useClaimDeed(id);
  const [rules] = useState(() => decisionRules(items, limitLeft));
  const { form, field } = useValidatedForm(rules);
  const typed = form.watch("items");
  const sum = sumOf(items.map((_item, index) => typed?.[index]?.granted ?? ""));
  const isAbove = sum > limitLeft;
  const needsSecond = texts.fourEyesAmount !== null && sum > texts.fourEyesAmount;

  function grant(index: number, amount: number): void {
    const name = `items.${index}.granted` as const;
    form.setValue(name, writeAmount(amount), { shouldDirty: true, shouldValidate: true });
  }

  return (
    <Form
      className="grid gap-6"
      onSubmit={(event) =>
        void form.handleSubmit(({ items: decided, recourse }) => {
          if (!deed.isPending) deed.mutate({ name: "decide_claim", items: decided, recourse });
        })(event)
      }
    >
      <ol className="grid gap-6">
        {items.map((item, index) => (
          <li key={item.id} className="grid gap-4 rounded-md border border-sand-300 p-4">
            {renderItem(item)}
            <div className="grid items-start gap-x-6 gap-y-3 rounded-md bg-sand-100 p-4 sm:grid-cols-2">
              <div>
                <MaskedField
                  {...field(`items.${index}.granted`)}
                  id={`granted-${item.id}`}
                  mask="money"
                  inputMode="decimal"
                  autoComplete="off"
                  texts={{ label: `Valor aceito do item ${index + 1}` }}
                />
                <p className="mt-1 flex flex-wrap gap-x-4">
                  <Button className="btn-link btn-sm px-0" onClick={() => grant(index, item.asked)}>
                    Aceitar tudo
                    <span className="sr-only"> do item {index + 1}</span>
                  </Button>
                  <Button className="btn-link btn-sm px-0" onClick={() => grant(index, 0)}>
                    Não aceitar
                    <span className="sr-only"> o item {index + 1}</span>
                  </Button>
                </p>
              </div>
              <SelectField
                {...field(`items.${index}.clause`)}
                id={`clause-${item.id}`}
                className="sm:col-span-2"
                texts={{ label: `Cláusula do item ${index + 1} (opcional)` }}
                choosePlaceholder="Nenhuma"
                options={texts.clauses.map((clause) => ({ value: clause, label: clause }))}
              />
              <div className="grid gap-3 sm:col-span-2">
                <TextAreaField
                  {...field(`items.${index}.reason`)}
                  id={`reason-${item.id}`}
                  rows={2}
                  maxLength={1000}
                  texts={{
                    label: `Motivo do item ${index + 1}`,
                    help: "Preciso quando o item não é aceito por inteiro. As duas partes leem.",
                  }}
                />
                <TextChoices
                  id={`reasons-${item.id}`}
                  texts={texts.reasons}
                  onChoose={(reason) => {
                    const name = `items.${index}.reason` as const;
                    form.setValue(name, reason, { shouldDirty: true });
                    form.clearErrors(name);
                    form.setFocus(name);
                  }}
                />
              </div>
            </div>
          </li>
        ))}
      </ol>
      <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
        <output className={`rounded-md p-4 ${isAbove ? "bg-amber-100" : "bg-petrol-50"}`}>
          <DataList className="grid-cols-2">
            <Datum label="Soma aceita">{formatCurrency(sum)}</Datum>
            <Datum label="Resta do limite">{formatCurrency(limitLeft)}</Datum>
          </DataList>
          {isAbove && (
            <p className="mt-2 text-sm font-semibold">
              Passa do que resta do limite em {formatCurrency(sum - limitLeft)}.
            </p>
          )}
          {needsSecond && !isAbove && (
            <p className="mt-2 text-sm">
              Acima de {formatCurrency(texts.fourEyesAmount ?? 0)}: outra pessoa da equipe confere
              antes que as partes sejam avisadas.
            </p>
          )}
        </output>
        <MaskedField
          {...field("recourse")}
          id={`recourse-${id}`}
          mask="money"
          inputMode="decimal"
          autoComplete="off"
          texts={{
            label: "A recuperar do locatário (opcional)",
            help: "Em branco, a soma aceita. É só um registro: nada é cobrado por aqui.",
          }}
        />
      </div>
      <ActionAlert action={deed}>{whyNot(deed.error)}</ActionAlert>
      <Button className="btn-primary justify-self-start max-sm:w-full" isBusy={deed.isPending}>
        {needsSecond ? "Enviar para a segunda conferência" : "Decidir e avisar as partes"}
      </Button>
    </Form>
  );
}

const typedText = z._default(z.string(), "");

/** Creates the schema of one decided item. `asked` (reais) bounds the amount, as in private.decide_claim. */
function decisionItemSchema(asked: number) {
  return z
    .object({
      id: z.uuid("Item inválido"),
      /** Granted amount in reais; 0 refuses the item. */
      granted: z.pipe(
        z.union([z.string(), z.number()], "Informe o valor aceito"),
        z.transform((typed, context) => {
          const value = typeof typed === "number" ? typed : parseMoney(typed);
          if (value >= 0 && Number(value.toFixed(2)) === value) return value;
          const message = "Informe o valor aceito, com até duas casas decimais; 0 para nenhum";
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
        error: "Explique por que não é aceito por inteiro",
        path: ["reason"],
      }),
    );
}

/** Creates the decision's rules for these items, in order. The sum stays within the limit, as in the database. */
export function decisionRules(
  items: readonly Pick<ClaimItem, "id" | "asked">[],
  limitLeft: number,
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
      const sum = sumAmounts(decided.map(({ granted }) => granted));
      if (decided.length === items.length && sum > limitLeft) {
        fault(
          ["items", 0, "granted"],
          `A soma passa do limite: restam ${formatCurrency(limitLeft)}`,
        );
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
function sumOf(typed: readonly string[]): number {
  return sumAmounts(typed.map(parseMoney).filter((amount) => Number.isFinite(amount)));
}
