import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { formatCurrency } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import {
  type ClaimView,
  claimItemFormSchema,
  claimItemKinds,
  claimItemTitles,
  landlordClaimReplySchema,
  mostClaimItems,
  sumAmounts,
} from "#contracts/claims/claims.ts";
import type { BankAccount } from "#contracts/payments/bank-account.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { callFunction } from "../../../backend/call-function.ts";
import { paths } from "../../../config/paths.ts";
import type { LandlordAreaQueryResult } from "../../../content/sanity.types.ts";
import { Icon } from "../../../ui/brand/icons.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { MaskedField, SelectField, TextAreaField } from "../../../ui/form/controls.tsx";
import { FormDialog, noFields } from "../../../ui/form/form-dialog.tsx";
import { Form, FormAlert } from "../../../ui/form/form.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { SiteLink } from "../../../ui/layout/links.tsx";
import { AccountForm } from "../../payments/bank-account.tsx";
import { type ClaimDraft, type DraftItem, claimDrafts } from "../claim-draft.ts";

type Texts = NonNullable<LandlordAreaQueryResult>;

const drafts = claimDrafts();

/** Fields of a contract that its claims need, as `landlord-area` returns them. Amounts are in reais. */
export interface ClaimableContract {
  id: string;
  state: string;
  property: string;
  limit?: number | undefined;
  limitLeft?: number | undefined;
  mayClaim: boolean;
  /** Last day to claim, as YYYY-MM-DD. */
  claimUntil?: { day: string } | null | undefined;
  claims: readonly ClaimView[];
}

interface ClaimFormProps {
  contract: ClaimableContract;
  /** Secret of the landlord's link. */
  secret: string;
  texts: Texts;
  onBack: () => void;
  /** Called when the claim was registered. */
  onOpened: (claim: ClaimView) => void;
}

/**
 * Opens a claim. Files are sent after the registration, so that a landlord who lacks a file still meets the deadline.
 */
export function ClaimForm({ contract, secret, texts, onBack, onOpened }: ClaimFormProps) {
  const { form: words, account: accountWords, title } = texts.claim;
  const backend = useBackend();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const confirmation = useValidatedForm(noFields);
  const [draft, setDraft] = useState(() => drafts.read(contract.id));
  const [edited, setEdited] = useState<DraftItem | "new">();
  const [isRefused, setIsRefused] = useState(false);
  const [account, setAccount] = useState<BankAccount>();
  const { items, requestId } = draft;
  const asked = sumAmounts(items.map((item) => item.asked));
  const left = contract.limitLeft ?? 0;
  const { limit = left } = contract;
  const amounts = {
    asked: formatCurrency(asked),
    left: formatCurrency(left),
    limit: formatCurrency(limit),
    used: formatCurrency(limit - left),
  };

  const opening = useMutation({
    mutationFn: () =>
      callFunction(backend, {
        name: "landlord-claim",
        body: { action: "open", secret, contractId: contract.id, requestId, items, account },
        data: landlordClaimReplySchema,
      }),
    onSuccess({ claim }) {
      drafts.forget(contract.id);
      onOpened(claim);
    },
  });
  useEffect(() => heading.current?.focus(), []);

  function keep(changed: ClaimDraft): void {
    setDraft(changed);
    setIsRefused(false);
    drafts.write(contract.id, changed);
  }

  function save(item: DraftItem): void {
    const isKnown = items.some(({ id }) => id === item.id);
    keep({
      requestId,
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
        <p className="font-semibold wrap-anywhere">{contract.property}</p>
        <p>{words.intro}</p>
        <p className="text-sm text-muted">{words.draftText}</p>
      </div>
      <NotCovered texts={texts} />
      <section className="grid grid-cols-1 gap-4" aria-labelledby="claim-form-items">
        <h3 id="claim-form-items" className="text-card">
          {words.itemsTitle}
        </h3>
        <p className="text-sm tabular-nums">{fillVariables(words.limitText, amounts)}</p>
        {items.length > 0 && (
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
                  <Button className="btn-link px-0" onClick={() => setEdited(item)}>
                    {words.changeLabel}
                    <span className="sr-only"> {index + 1}</span>
                  </Button>
                  <Button
                    className="btn-link px-0"
                    onClick={() =>
                      keep({ requestId, items: items.filter(({ id }) => id !== item.id) })
                    }
                  >
                    {words.removeLabel}
                    <span className="sr-only"> {index + 1}</span>
                  </Button>
                </p>
              </li>
            ))}
          </ol>
        )}
        {isRefused ? (
          <FormAlert>
            <p>{words.noItemsText}</p>
          </FormAlert>
        ) : (
          items.length === 0 && <p className="text-soft">{words.noItemsText}</p>
        )}
        {items.length > 0 && (
          <p aria-live="polite">
            <strong className="tabular-nums">{fillVariables(words.sumText, amounts)}</strong>
            {asked > left && <span> {fillVariables(words.overLimitText, amounts)}</span>}
          </p>
        )}
        {items.length < mostClaimItems && (
          <Button
            className={`max-sm:w-full sm:justify-self-start ${items.length === 0 ? "btn-primary" : "btn-outline"}`}
            onClick={() => setEdited("new")}
          >
            {words.addLabel}
          </Button>
        )}
      </section>
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
            if (items.length === 0) setIsRefused(true);
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

/** Shows the exclusions of the guarantee with their clauses before anything is asked for. */
function NotCovered({ texts: { coverage, excluded } }: { texts: Texts }) {
  if (!coverage) return null;
  const { exclusions, clauseLabel } = coverage;
  return (
    <section className="limiting-clause mt-0 grid gap-2 p-4" aria-labelledby="not-covered">
      <h3 id="not-covered" className="text-base">
        {exclusions.title}
      </h3>
      <ul className="list-disc pl-5 font-bold">
        {exclusions.items.map(({ _key, text }) => (
          <li key={_key}>{text}</li>
        ))}
      </ul>
      <Clause excluded={excluded} label={clauseLabel} />
    </section>
  );
}

function Clause({ excluded, label }: { excluded: Texts["excluded"]; label: string }): ReactNode {
  if (!excluded) return null;
  return (
    // The clause opens in a new tab, because the text being typed here would be lost.
    <SiteLink
      href={`${paths.terms}#${excluded.anchor}`}
      target="_blank"
      className="justify-self-start font-semibold text-petrol-700 underline"
    >
      {label} {excluded.number}
    </SiteLink>
  );
}

const itemNames = ["kind", "description", "asked"] as const;

interface ItemDialogProps {
  /** Item that is changed; undefined for a new one. */
  item: DraftItem | undefined;
  texts: Texts;
  onSave: (item: DraftItem) => void;
  onClose: () => void;
}

/** Dialog for one item, with the exclusions of its kind beside its description. */
function ItemDialog({ item, texts, onSave, onClose }: ItemDialogProps) {
  const words = texts.claim.form;
  const dialog = useRef<HTMLDialogElement>(null);
  const { form, field } = useValidatedForm({ schema: claimItemFormSchema, names: itemNames });
  const kind = form.watch("kind") ?? item?.kind;
  const isKnown = claimItemKinds.some((one) => one === kind);
  return (
    <Dialog ref={dialog} titleId="claim-item" onClose={onClose} size="form">
      <Form
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          form.setValue("id", item?.id ?? crypto.randomUUID());
          void form.handleSubmit(onSave)(event);
        }}
      >
        <h2 id="claim-item" className="text-card">
          {words.itemTitle}
        </h2>
        <SelectField
          {...field("kind")}
          id="item-kind"
          defaultValue={item?.kind ?? ""}
          texts={{ label: words.kindLabel }}
          options={claimItemKinds.map((value) => ({ value, label: claimItemTitles[value] }))}
          choosePlaceholder={words.kindPlaceholder}
          required
        />
        {kind && isKnown && (
          <p
            className="rounded-md border-2 border-amber-400 bg-amber-100 p-3 text-sm"
            aria-live="polite"
          >
            {words.notes[kind]}{" "}
            {texts.coverage && (
              <Clause excluded={texts.excluded} label={texts.coverage.clauseLabel} />
            )}
          </p>
        )}
        <TextAreaField
          {...field("description")}
          id="item-description"
          defaultValue={item?.description}
          rows={4}
          maxLength={1000}
          texts={{ label: words.descriptionLabel }}
        />
        <MaskedField
          {...field("asked")}
          id="item-asked"
          mask="money"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={item && formatCurrency(item.asked)}
          texts={{ label: words.askedLabel, help: words.askedHelp }}
        />
        <div className="modal-action flex-wrap gap-3">
          <Button onClick={() => dialog.current?.close()}>{words.backLabel}</Button>
          <Button className="btn-primary">{words.saveLabel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
