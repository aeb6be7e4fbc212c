import { formatCurrency } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { claimItemTitles, mostClaimItems } from "#contracts/claims/claims.ts";
import type { LandlordAreaQueryResult } from "../../../content/sanity.types.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { FormAlert } from "../../../ui/form/form.tsx";
import type { DraftItem } from "../claim-draft.ts";

interface ClaimItemsProps {
  items: readonly DraftItem[];
  /** True when the landlord has tried to send the claim without an item. */
  isRefused: boolean;
  /** True when the sum is more than the rest of the limit. */
  isOverLimit: boolean;
  /** Formatted amounts for the sentences about the sum. */
  amounts: Readonly<Record<string, string>>;
  texts: NonNullable<LandlordAreaQueryResult>["claim"]["form"];
  onEdit: (item: DraftItem | "new") => void;
  onRemove: (id: string) => void;
}

/** Lists the items of a claim that is being written, with their sum. */
export function ClaimItems(props: ClaimItemsProps) {
  const { items, isRefused, isOverLimit, amounts, texts, onEdit, onRemove } = props;
  const isEmpty = items.length === 0;
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby="claim-form-items">
      <h3 id="claim-form-items" className="text-card">
        {texts.itemsTitle}
      </h3>
      {!isEmpty && (
        <ol className="grid grid-cols-1 gap-4">
          {items.map((item, index) => (
            <li
              key={item.id}
              className="grid grid-cols-1 gap-2 rounded-md border border-sand-300 p-4"
            >
              <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
                <span>
                  {index + 1}. {claimItemTitles[item.kind]}
                </span>
                <span className="tabular-nums">{formatCurrency(item.asked)}</span>
              </p>
              <p className="whitespace-pre-line wrap-anywhere">{item.description}</p>
              <p className="flex flex-wrap gap-x-6">
                <Button className="btn-link px-0" onClick={() => onEdit(item)}>
                  {texts.changeLabel}
                  <span className="sr-only"> {index + 1}</span>
                </Button>
                <Button className="btn-link px-0" onClick={() => onRemove(item.id)}>
                  {texts.removeLabel}
                  <span className="sr-only"> {index + 1}</span>
                </Button>
              </p>
            </li>
          ))}
        </ol>
      )}
      {isEmpty && isRefused && (
        <FormAlert>
          <p>{texts.noItemsText}</p>
        </FormAlert>
      )}
      {isEmpty && !isRefused && <p className="text-soft">{texts.noItemsText}</p>}
      {!isEmpty && (
        <p aria-live="polite">
          <strong className="tabular-nums">{fillVariables(texts.sumText, amounts)}</strong>
          {isOverLimit && (
            <span className="tabular-nums"> {fillVariables(texts.overLimitText, amounts)}</span>
          )}
        </p>
      )}
      {items.length < mostClaimItems && (
        <Button
          className={`max-sm:w-full sm:justify-self-start ${isEmpty ? "btn-primary" : "btn-outline"}`}
          onClick={() => onEdit("new")}
        >
          {texts.addLabel}
        </Button>
      )}
    </section>
  );
}
