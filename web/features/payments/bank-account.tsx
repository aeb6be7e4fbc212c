import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { type BankAccount, bankAccountSchema } from "#contracts/payments/bank-account.ts";
import { CallFailure } from "../../backend/call-function.ts";
import type { LandlordAreaQueryResult } from "../../content/sanity.types.ts";
import { ActionAlert, Button } from "../../ui/feedback/button.tsx";
import { SelectField, TextField } from "../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { Whole } from "../../ui/section/facts.tsx";

/** Labels of the form's fields. All account forms use these labels, which the studio stores with the page /locador. */
export type AccountFieldTexts = NonNullable<LandlordAreaQueryResult>["claim"]["account"];

type AccountKind = BankAccount["kind"] | "later";

const names = ["key", "bank", "branch", "number", "type", "holder", "document"] as const;

interface AccountFormProps {
  texts: AccountFieldTexts;
  /** True when the person may give the account later. */
  mayWait: boolean;
  /** Called without an account when the person chooses to give the account later. */
  onSubmit: (account: BankAccount | undefined) => void;
  /** Submit button and failure notice. */
  children: ReactNode;
}

/** Asks for the account that receives the payment. The browser does not store the typed account. */
export function AccountForm({ texts, mayWait, onSubmit, children }: AccountFormProps) {
  const { form, field } = useValidatedForm({ schema: bankAccountSchema, names });
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

interface GiveAccountProps {
  fields: AccountFieldTexts;
  texts: Record<"giveLabel" | "changeLabel" | "changeText" | "sendLabel" | "sentText", string> & {
    failedText: string;
  };
  /** Heading of the form; absent when the surrounding section has a heading. */
  title?: string;
  /** True when no account has been given yet. */
  isFirst: boolean;
  backLabel: string;
  /** Sends the account. The server then mails a link that confirms the account. */
  give: (account: BankAccount) => Promise<unknown>;
  onGiven: () => void;
}

/** Asks for a first or a different account. The account takes effect after a mailed link has confirmed the account. */
export function GiveAccount(props: GiveAccountProps) {
  const { fields, texts, title, isFirst, backLabel, give, onGiven } = props;
  const [isOpen, setIsOpen] = useState(false);
  const giving = useMutation({
    mutationFn: give,
    onSuccess() {
      setIsOpen(false);
      onGiven();
    },
  });
  if (!isOpen) {
    return (
      <>
        {giving.isSuccess && (
          <output className="font-semibold text-petrol-700">{texts.sentText}</output>
        )}
        <Button
          className={`max-sm:w-full sm:justify-self-start ${isFirst ? "btn-primary" : "btn-outline"}`}
          onClick={() => setIsOpen(true)}
        >
          {isFirst ? texts.giveLabel : texts.changeLabel}
        </Button>
      </>
    );
  }
  return (
    <>
      {title && <h3 className="text-card">{title}</h3>}
      <p>{texts.changeText}</p>
      <AccountForm
        texts={fields}
        mayWait={false}
        onSubmit={(account) => {
          if (account && !giving.isPending) giving.mutate(account);
        }}
      >
        <ActionAlert action={giving}>{giving.error?.message || texts.failedText}</ActionAlert>
        <div className="flex flex-wrap gap-3">
          <Button className="btn-primary" isBusy={giving.isPending}>
            {texts.sendLabel}
          </Button>
          <Button onClick={() => setIsOpen(false)}>{backLabel}</Button>
        </div>
      </AccountForm>
    </>
  );
}

/** Prefix of the secret in the fragment of the mailed link. */
const accountMark = "conta=";

/** Returns the secret of a link that confirms an account; undefined for other fragments. */
export function accountSecretOf(fragment: string): string | undefined {
  return fragment.startsWith(accountMark) ? fragment.slice(accountMark.length) : undefined;
}

interface ConfirmAccountProps {
  texts: Record<
    "confirmTitle" | "confirmText" | "confirmLabel" | "confirmedText" | "expiredText",
    string
  > & { failedText: string };
  /** Confirms the account. Returns an identifier to show, such as the protocol of the claim. */
  confirm: () => Promise<string>;
}

/** Asks for a click to confirm an account, because mail programs may open the mailed link by themselves. */
export function ConfirmAccount({ texts, confirm }: ConfirmAccountProps) {
  const outcome = useRef<HTMLOutputElement>(null);
  // The link works only once, so the second call of a double click would fail.
  const isCalled = useRef(false);
  const confirming = useMutation({
    mutationFn: confirm,
    onSuccess: () => outcome.current?.focus(),
    onError() {
      isCalled.current = false;
    },
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
            <Whole className="mt-2 font-bold">{confirming.data}</Whole>
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
          onClick={() => {
            if (!isCalled.current) confirming.mutate();
            isCalled.current = true;
          }}
        >
          {texts.confirmLabel}
        </Button>
      )}
    </section>
  );
}
