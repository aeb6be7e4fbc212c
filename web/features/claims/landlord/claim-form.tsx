import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { formatCurrency, formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import {
  type ClaimLimit,
  type ClaimView,
  landlordClaimReplySchema,
  sumAmounts,
} from "#contracts/claims/claims.ts";
import type { BankAccount } from "#contracts/payments/bank-account.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { callFunction } from "../../../backend/call-function.ts";
import type { LandlordAreaQueryResult } from "../../../content/sanity.types.ts";
import { Icon } from "../../../ui/brand/icons.tsx";
import { TextField } from "../../../ui/form/controls.tsx";
import { FormDialog, noFields } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { AccountForm } from "../../payments/bank-account.tsx";
import { type ClaimDraft, type DraftItem, claimDrafts } from "../claim-draft.ts";
import { ItemDialog, NotCovered } from "./claim-item-dialog.tsx";
import { ClaimItems } from "./claim-items.tsx";

type Texts = NonNullable<LandlordAreaQueryResult>;

const drafts = claimDrafts();

/** Fields of a lease that its claims need, as `landlord-area` returns them. */
export interface ClaimableLease {
  id: string;
  property: string;
  mayClaim: boolean;
  limits: readonly ClaimLimit[];
  /** Last day to claim, as YYYY-MM-DD. */
  claimUntil?: { day: string } | null | undefined;
  claims: readonly ClaimView[];
}

interface ClaimFormProps {
  lease: ClaimableLease;
  /** Secret of the landlord's link. */
  secret: string;
  texts: Texts;
  onBack: () => void;
  /** Called when the claim was registered. */
  onOpened: (claim: ClaimView) => void;
}

/** Returns the guaranteed period that a day belongs to. Its contract's limit pays for the damage of this day. */
function periodOn(limits: readonly ClaimLimit[], day: string | undefined) {
  return limits.find(
    ({ startDate, lastDay }) => day !== undefined && startDate <= day && day <= lastDay,
  );
}

/**
 * Opens a claim. Files are sent after the registration, so that a landlord who lacks a file still meets the deadline.
 */
export function ClaimForm({ lease, secret, texts, onBack, onOpened }: ClaimFormProps) {
  const { form: words, account: accountWords, title } = texts.claim;
  const backend = useBackend();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const confirmation = useValidatedForm(noFields);
  const [draft, setDraft] = useState(() => drafts.read(lease.id));
  const [edited, setEdited] = useState<DraftItem | "new">();
  const [isRefused, setIsRefused] = useState(false);
  const [account, setAccount] = useState<BankAccount>();
  const { items, requestId, happenedOn } = draft;
  const asked = sumAmounts(items.map((item) => item.asked));
  const today = todayInBrasilia();
  const period =
    happenedOn !== undefined && happenedOn <= today
      ? periodOn(lease.limits, happenedOn)
      : undefined;
  const { left = 0, limit = 0, startDate = "", lastDay = "" } = period ?? {};
  const first = lease.limits[0]?.startDate ?? "";
  const amounts = {
    asked: formatCurrency(asked),
    left: formatCurrency(left),
    limit: formatCurrency(limit),
    used: formatCurrency(limit - left),
    start: formatShortDate(startDate),
    end: formatShortDate(lastDay),
  };

  const opening = useMutation({
    mutationFn: () =>
      callFunction(backend, {
        name: "landlord-claim",
        body: { action: "open", secret, leaseId: lease.id, requestId, happenedOn, items, account },
        data: landlordClaimReplySchema,
      }),
    onSuccess({ claim }) {
      drafts.forget(lease.id);
      onOpened(claim);
    },
  });
  useEffect(() => heading.current?.focus(), []);

  function keep(changed: ClaimDraft): void {
    setDraft(changed);
    setIsRefused(false);
    drafts.write(lease.id, changed);
  }

  function refuse(): void {
    setIsRefused(true);
    if (!period) document.querySelector<HTMLInputElement>("#claim-day")?.focus();
  }

  function save(item: DraftItem): void {
    const isKnown = items.some(({ id }) => id === item.id);
    keep({
      ...draft,
      items: isKnown ? items.map((one) => (one.id === item.id ? item : one)) : [...items, item],
    });
    setEdited(undefined);
  }

  return (
    <section
      className="card card-border grid grid-cols-1 gap-6 max-[16rem]:px-3"
      aria-labelledby="open-claim"
    >
      <p>
        <Button className="btn-link px-0" onClick={onBack}>
          <Icon name="arrow" className="size-5 rotate-180" />
          {texts.claimSheet.backLabel}
        </Button>
      </p>
      <div className="grid grid-cols-1 gap-3">
        <h2 ref={heading} id="open-claim" tabIndex={-1} className="text-card outline-none">
          {title}
        </h2>
        <p className="font-semibold wrap-anywhere">{lease.property}</p>
        <p>{words.intro}</p>
        <p className="text-sm text-muted">{words.draftText}</p>
      </div>
      <NotCovered texts={texts} />
      <div className="grid grid-cols-1 gap-2">
        <TextField
          name="claim-day"
          type="date"
          className="sm:max-w-80"
          min={first}
          max={today}
          required
          value={happenedOn ?? ""}
          error={!period && (isRefused || happenedOn !== undefined) ? words.outsideText : undefined}
          onChange={({ currentTarget }) =>
            keep({ ...draft, happenedOn: currentTarget.value || undefined })
          }
          texts={{
            label: words.dayLabel,
            help: fillVariables(words.dayHelp, { start: formatShortDate(first) }),
          }}
        />
        {period && (
          <p className="text-sm tabular-nums" aria-live="polite">
            {fillVariables(words.limitText, amounts)}
          </p>
        )}
      </div>
      <ClaimItems
        items={items}
        isRefused={isRefused}
        isOverLimit={period !== undefined && asked > left}
        amounts={amounts}
        texts={words}
        onEdit={setEdited}
        onRemove={(id) => keep({ ...draft, items: items.filter((item) => item.id !== id) })}
      />
      <section className="grid grid-cols-1 gap-4" aria-labelledby="claim-form-account">
        <h3 id="claim-form-account" className="text-card">
          {words.accountTitle}
        </h3>
        <p>{words.accountText}</p>
        <AccountForm
          texts={accountWords}
          mayWait
          onSubmit={(given) => {
            setAccount(given);
            if (items.length === 0 || !period) refuse();
            else setIsConfirming(true);
          }}
        >
          <Button className="btn-primary btn-lg max-sm:w-full">{words.reviewLabel}</Button>
        </AccountForm>
      </section>
      {edited && (
        <ItemDialog
          item={edited === "new" ? undefined : edited}
          texts={texts}
          onSave={save}
          onClose={() => setEdited(undefined)}
        />
      )}
      {isConfirming && (
        <FormDialog
          title={words.confirmTitle}
          form={confirmation}
          sending={opening}
          onSubmit={(_nothing, callbacks) => opening.mutate(undefined, callbacks)}
          failed={words.failedText}
          submitLabel={words.sendLabel}
          cancelLabel={words.backLabel}
          size="question"
          onClose={() => {
            setIsConfirming(false);
            opening.reset();
          }}
        >
          <p className="font-semibold tabular-nums">{fillVariables(words.sumText, amounts)}</p>
          <ul className="grid list-disc gap-2 pl-5">
            {words.confirmText.split("\n").map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </FormDialog>
      )}
    </section>
  );
}
