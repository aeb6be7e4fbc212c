import type { ReactNode } from "react";
import type * as z from "zod/mini";
import { formatCurrency } from "#contracts/fields/formats.ts";
import { type ClaimItem, sumAmounts } from "#contracts/claims/claims.ts";
import type { ClaimDetail } from "#contracts/claims/claim-staff.ts";
import { Needs, useLack } from "../../../backend/staff/staff-rights.tsx";
import { writeAmount } from "../../../formats/amounts.ts";
import { ActionAlert, Button } from "../../../ui/feedback/button.tsx";
import { MaskedField, SelectField, TextAreaField } from "../../../ui/form/controls.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { TextChoices } from "../../../ui/form/text-choices.tsx";
import { type ValidatedForm, useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { DataList, Datum } from "../../../ui/section/facts.tsx";
import { useClaimDeed, whyNot } from "./claim-queries.tsx";
import { useSeenVersion } from "./claim-state.tsx";
import { decisionRules, sumTyped } from "./decision-rules.ts";

/** Editors' texts for decisions. */
export interface DecisionTexts {
  /** Clauses as decisions name them: 7. O que a fiança não cobre. */
  clauses: readonly string[];
  /** Texts with which staff can begin a reason. */
  reasons: readonly string[];
}

interface DecideClaimProps {
  claim: ClaimDetail;
  texts: DecisionTexts;
  /** Function that renders an item's claim, proof and the answers of both sides. */
  renderItem: (item: ClaimItem) => ReactNode;
}

/**
 * Shows the items of a claim. While the reader may decide, the items have fields for amount and reason: all items, or
 * those of the review. Typed values stay while the reader may not decide, for example until a party has answered.
 */
export function DecideClaim({ claim, texts, renderItem }: DecideClaimProps) {
  const { id, items, limitLeft, mayDecide, reviewedItems, payments, recourse } = claim;
  const lack = useLack("claims");
  const { seen, see, notice } = useSeenVersion(claim);
  const deed = useClaimDeed(claim, see);
  const editable = items.filter((item) => reviewedItems?.includes(item.id) ?? true);
  const kept = sumAmounts(
    items.filter((item) => !editable.includes(item)).map(({ granted = 0 }) => granted),
  );
  const paid = sumAmounts(
    payments.filter(({ reversedOn }) => !reversedOn).map(({ amount }) => amount),
  );
  const validated = useValidatedForm(decisionRules(editable, { limitLeft, kept, paid }));
  const { form, field } = validated;
  const typed = form.watch("items");
  const before = (item: ClaimItem) => (reviewedItems ? writeAmount(item.granted ?? 0) : "");
  const decided = sumTyped(editable.map((item, i) => typed?.[i]?.granted ?? before(item)));
  const sum = sumAmounts([kept, decided]);
  const needsSecond = sum > claim.aloneUpTo;

  if (!mayDecide || lack !== undefined) {
    return (
      <div className="grid gap-4">
        <ItemList items={items}>{(item) => renderItem(item)}</ItemList>
        {mayDecide && <Needs right="claims">{null}</Needs>}
      </div>
    );
  }

  function grant(index: number, amount: number): void {
    const name = `items.${index}.granted` as const;
    form.setValue(name, writeAmount(amount), { shouldDirty: true, shouldValidate: true });
  }

  return (
    <Form
      className="grid gap-6"
      onSubmit={(event) =>
        void form.handleSubmit((given) => {
          if (deed.isPending) return;
          deed.mutate({ name: "decide_claim", version: seen, ...given });
        })(event)
      }
    >
      <ItemList items={items}>
        {(item, number) => {
          const index = editable.indexOf(item);
          return (
            <>
              {renderItem(item)}
              {index === -1 ? (
                <p className="text-soft text-sm">
                  A revisão não trata deste item: vale o que foi decidido.
                </p>
              ) : (
                <ItemDecision
                  item={item}
                  number={number}
                  names={{
                    granted: `items.${index}.granted`,
                    clause: `items.${index}.clause`,
                    reason: `items.${index}.reason`,
                  }}
                  before={{
                    granted: before(item),
                    clause: (reviewedItems && item.clause) ?? "",
                    reason: (reviewedItems && item.reason) ?? "",
                  }}
                  validated={validated}
                  texts={texts}
                  onGrant={(amount) => grant(index, amount)}
                />
              )}
            </>
          );
        }}
      </ItemList>
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 sm:grid-cols-2">
        <DecisionSums
          sums={{ sum, kept, paid, limitLeft }}
          isReview={reviewedItems !== undefined}
          aloneUpTo={needsSecond ? claim.aloneUpTo : null}
        />
        <MaskedField
          {...field("recourse")}
          id={`recourse-${id}`}
          mask="money"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={reviewedItems ? writeAmount(recourse?.amount ?? 0) : ""}
          texts={{
            label: "A recuperar do locatário (opcional)",
            help: "Em branco, a soma aprovada. É só um registro: nada é cobrado por aqui.",
          }}
        />
      </div>
      {notice}
      <ActionAlert action={deed}>{whyNot(deed.error)}</ActionAlert>
      <Button className="btn-primary justify-self-start max-sm:w-full" isBusy={deed.isPending}>
        {needsSecond ? "Enviar para a segunda conferência" : "Decidir e avisar as partes"}
      </Button>
    </Form>
  );
}

interface ItemListProps {
  items: readonly ClaimItem[];
  children: (item: ClaimItem, number: number) => ReactNode;
}

function ItemList({ items, children }: ItemListProps) {
  return (
    <ol className="grid gap-6">
      {items.map((item, index) => (
        <li key={item.id} className="grid gap-4 rounded-md border border-sand-300 p-4">
          {children(item, index + 1)}
        </li>
      ))}
    </ol>
  );
}

type Rules = ReturnType<typeof decisionRules>;
type Typed = z.input<Rules["schema"]>;
type Decided = z.output<Rules["schema"]>;

interface ItemDecisionProps {
  item: ClaimItem;
  number: number;
  names: Record<"granted" | "clause" | "reason", Exclude<Rules["names"][number], "recourse">>;
  /** Values of the decision that is reviewed; empty for the first decision. */
  before: Record<"granted" | "clause" | "reason", string>;
  validated: ValidatedForm<Typed, Decided>;
  texts: DecisionTexts;
  onGrant: (amount: number) => void;
}

/** Fields with which staff decide one item. */
function ItemDecision(props: ItemDecisionProps) {
  const { item, number, names, before, validated, texts, onGrant } = props;
  const { form, field } = validated;
  return (
    <div className="grid grid-cols-1 items-start gap-x-6 gap-y-3 rounded-md bg-sand-100 p-4 sm:grid-cols-2">
      <div>
        <MaskedField
          {...field(names.granted)}
          id={`granted-${item.id}`}
          mask="money"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={before.granted}
          texts={{ label: `Valor aprovado do item ${number}` }}
        />
        <p className="mt-1 flex flex-wrap gap-x-4">
          <Button className="btn-link btn-sm px-0" onClick={() => onGrant(item.asked)}>
            Aprovar tudo
            <span className="sr-only"> do item {number}</span>
          </Button>
          <Button className="btn-link btn-sm px-0" onClick={() => onGrant(0)}>
            Não aprovar
            <span className="sr-only"> o item {number}</span>
          </Button>
        </p>
      </div>
      <SelectField
        {...field(names.clause)}
        id={`clause-${item.id}`}
        className="sm:col-span-2"
        texts={{ label: `Cláusula do item ${number} (opcional)` }}
        choosePlaceholder="Nenhuma"
        defaultValue={before.clause}
        options={texts.clauses.map((clause) => ({ value: clause, label: clause }))}
      />
      <div className="grid gap-3 sm:col-span-2">
        <TextAreaField
          {...field(names.reason)}
          id={`reason-${item.id}`}
          rows={2}
          maxLength={1000}
          defaultValue={before.reason}
          texts={{
            label: `Motivo do item ${number}`,
            help: "Preciso quando o item não é aprovado por inteiro. As duas partes leem.",
          }}
        />
        <TextChoices
          id={`reasons-${item.id}`}
          texts={texts.reasons}
          onChoose={(reason) => {
            form.setValue(names.reason, reason, { shouldDirty: true });
            form.clearErrors(names.reason);
            form.setFocus(names.reason);
          }}
        />
      </div>
    </div>
  );
}

interface DecisionSumsProps {
  /** Amounts in reais. */
  sums: { sum: number; kept: number; paid: number; limitLeft: number };
  isReview: boolean;
  /** Amount that one person may grant alone; null when the sum needs no second person. */
  aloneUpTo: number | null;
}

/** Shows the sums of a decision before it is sent. */
function DecisionSums({ sums, isReview, aloneUpTo }: DecisionSumsProps) {
  const { sum, kept, paid, limitLeft } = sums;
  const isAbove = sum > limitLeft;
  return (
    <output className={`rounded-md p-4 ${isAbove ? "bg-amber-100" : "bg-petrol-50"}`}>
      <DataList className="grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))]">
        <Datum label="Soma aprovada">{formatCurrency(sum)}</Datum>
        <Datum label="Resta do limite">{formatCurrency(limitLeft)}</Datum>
        <Datum label="Itens fora da revisão">{isReview ? formatCurrency(kept) : null}</Datum>
        <Datum label="Já pago">{paid > 0 ? formatCurrency(paid) : null}</Datum>
      </DataList>
      {isAbove && (
        <p className="mt-2 text-sm font-semibold">
          Passa do que resta do limite em {formatCurrency(sum - limitLeft)}.
        </p>
      )}
      {aloneUpTo !== null && !isAbove && (
        <p className="mt-2 text-sm">
          Outra pessoa da equipe confere antes que as partes sejam avisadas: com o que esta locação
          e quem recebe já tiveram em doze meses, uma pessoa sozinha aprova até{" "}
          {formatCurrency(aloneUpTo)}.
        </p>
      )}
    </output>
  );
}
