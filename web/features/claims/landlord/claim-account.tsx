import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import {
  type ClaimAccount,
  type ClaimView,
  claimAccountSchema,
  landlordClaimReplySchema,
} from "#contracts/claims/claims.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../../backend/call-function.ts";
import type { LandlordAreaQueryResult } from "../../../content/sanity.types.ts";
import { ActionAlert, Button } from "../../../ui/feedback/button.tsx";
import { SelectField, TextField } from "../../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../../ui/form/form.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { Whole } from "../../../ui/section/facts.tsx";

/** Texts about the account, and those of /locador around them. */
export type AccountTexts = NonNullable<LandlordAreaQueryResult>["claim"]["account"];

type AccountKind = ClaimAccount["kind"] | "later";

const names = ["key", "bank", "branch", "number", "type", "holder", "document"] as const;

interface AccountFormProps {
  texts: AccountTexts;
  /** True when the account can be given later. */
  mayWait: boolean;
  /** Called without an account when it is left for later. */
  onSubmit: (account: ClaimAccount | undefined) => void;
  /** Submit button and failure notice. */
  children: ReactNode;
}

/** Asks for the account that gets the payment. The browser stores nothing of it. */
export function AccountForm({ texts, mayWait, onSubmit, children }: AccountFormProps) {
  const { form, field } = useValidatedForm({ schema: claimAccountSchema, names });
  const [kind, setKind] = useState<AccountKind>("pix");
  const options: { value: AccountKind; label: string }[] = [
    { value: "pix", label: texts.pixLabel },
    { value: "bank", label: texts.bankLabel },
    ...(mayWait ? [{ value: "later" as const, label: texts.laterLabel }] : []),
  ];
  return (
    <Form
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (kind === "later") return onSubmit(undefined);
        form.setValue("kind", kind);
        void form.handleSubmit(onSubmit)(event);
      }}
    >
      <SelectField
        name="account-kind"
        error={undefined}
        value={kind}
        onChange={({ currentTarget }) => {
          form.clearErrors();
          const chosen = options.find(({ value }) => value === currentTarget.value);
          if (chosen) setKind(chosen.value);
        }}
        texts={{ label: texts.kindLabel }}
        options={options}
        choosePlaceholder=""
        required
      />
      <div className="grid items-start gap-x-6 gap-y-3 sm:grid-cols-2">
        {kind === "pix" && (
          <TextField
            {...field("key")}
            className="sm:col-span-2"
            autoComplete="off"
            texts={{ label: texts.keyLabel, help: texts.keyHelp }}
          />
        )}
        {kind === "bank" && (
          <>
            <TextField
              {...field("bank")}
              autoComplete="off"
              texts={{ label: texts.bankNameLabel }}
            />
            <SelectField
              {...field("type")}
              texts={{ label: texts.typeLabel }}
              options={[
                { value: "checking", label: texts.checkingLabel },
                { value: "savings", label: texts.savingsLabel },
              ]}
              choosePlaceholder={texts.typePlaceholder}
            />
            <TextField
              {...field("branch")}
              autoComplete="off"
              texts={{ label: texts.branchLabel }}
            />
            <TextField
              {...field("number")}
              autoComplete="off"
              texts={{ label: texts.numberLabel }}
            />
          </>
        )}
        {kind !== "later" && (
          <>
            <TextField
              {...field("holder")}
              autoComplete="name"
              texts={{ label: texts.holderLabel }}
            />
            <TextField
              {...field("document")}
              autoComplete="off"
              texts={{ label: texts.documentLabel }}
            />
          </>
        )}
      </div>
      {children}
    </Form>
  );
}

interface ChangeAccountProps {
  claim: ClaimView;
  /** Secret of the landlord's link. */
  secret: string;
  texts: AccountTexts;
  backLabel: string;
  onChanged: () => void;
}

/** Changes the account. The change takes effect when a mailed link confirms it. */
export function ChangeAccount({ claim, secret, texts, backLabel, onChanged }: ChangeAccountProps) {
  const backend = useBackend();
  const [isOpen, setIsOpen] = useState(false);
  const isFirst = claim.account === undefined && claim.accountNext === undefined;
  const changing = useMutation({
    mutationFn: (account: ClaimAccount) =>
      callFunction(backend, {
        name: "landlord-claim",
        body: { action: "change-account", secret, claimId: claim.id, account },
        data: landlordClaimReplySchema,
      }),
    onSuccess() {
      setIsOpen(false);
      onChanged();
    },
  });
  return (
    <section className="grid grid-cols-1 gap-4 print:hidden" aria-label={texts.changeTitle}>
      {changing.isSuccess && !isOpen && (
        <output className="font-semibold text-petrol-700">{texts.sentText}</output>
      )}
      {!isOpen && (
        <Button
          className={`max-sm:w-full sm:justify-self-start ${isFirst ? "btn-primary" : "btn-outline"}`}
          onClick={() => setIsOpen(true)}
        >
          {isFirst ? texts.giveLabel : texts.changeLabel}
        </Button>
      )}
      {isOpen && (
        <>
          <h3 className="text-card">{isFirst ? texts.giveLabel : texts.changeTitle}</h3>
          <p>{texts.changeText}</p>
          <AccountForm
            texts={texts}
            mayWait={false}
            onSubmit={(account) => {
              if (account && !changing.isPending) changing.mutate(account);
            }}
          >
            <ActionAlert action={changing}>
              {changing.error?.message || texts.failedText}
            </ActionAlert>
            <div className="flex flex-wrap gap-3">
              <Button className="btn-primary" isBusy={changing.isPending}>
                {texts.sendLabel}
              </Button>
              <Button onClick={() => setIsOpen(false)}>{backLabel}</Button>
            </div>
          </AccountForm>
        </>
      )}
    </section>
  );
}

/** Prefix of the secret in the fragment of the mailed link. */
const accountMark = "conta=";

/** Returns the secret of a link that confirms an account; undefined for other fragments. */
export function accountSecretOf(fragment: string): string | undefined {
  return fragment.startsWith(accountMark) ? fragment.slice(accountMark.length) : undefined;
}

interface ConfirmAccountProps {
  accountSecret: string;
  texts: AccountTexts;
}

/** Confirms an account by a button, because programs that open the links of mails must confirm nothing. */
export function ConfirmAccount({ accountSecret, texts }: ConfirmAccountProps) {
  const backend = useBackend();
  const outcome = useRef<HTMLOutputElement>(null);
  const confirming = useMutation({
    mutationFn: () =>
      callFunction(backend, {
        name: "landlord-claim",
        body: { action: "confirm-account", accountSecret },
        data: landlordClaimReplySchema,
      }),
    onSuccess: () => outcome.current?.focus(),
  });
  const { error } = confirming;
  const isVoid = error instanceof CallFailure && error.code === "not_found";
  return (
    <section className="card card-border grid gap-4" aria-labelledby="confirm-account">
      <h2 id="confirm-account" className="text-card">
        {texts.confirmTitle}
      </h2>
      <output ref={outcome} tabIndex={-1} className="outline-none">
        {confirming.data ? (
          <>
            <span className="block">{texts.confirmedText}</span>
            <Whole className="mt-2 font-bold">{confirming.data.claim.protocol}</Whole>
          </>
        ) : (
          texts.confirmText
        )}
      </output>
      {error && (
        <FormAlert key={confirming.submittedAt}>
          <p>{isVoid ? texts.expiredText : error.message || texts.failedText}</p>
        </FormAlert>
      )}
      {!confirming.data && !isVoid && (
        <Button
          className="btn-primary max-sm:w-full sm:justify-self-start"
          isBusy={confirming.isPending}
          onClick={() => confirming.mutate()}
        >
          {texts.confirmLabel}
        </Button>
      )}
    </section>
  );
}
