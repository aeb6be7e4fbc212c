import { type SubmitEvent, useRef } from "react";
import { contractSignInSchema } from "../../../supabase/functions/_shared/contracts/contract-sign-in.ts";
import type { ClientAreaQueryResult } from "../../content/sanity.types.ts";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { RecoveryDialog, type RecoveryTexts } from "./recovery-dialog.tsx";
import { describeContractFailure, useContractSignIn } from "./use-contract-sign-in.ts";

const fields = defineFields(contractSignInSchema, {
  contractNumber: {
    control: "text",
    autoComplete: "username",
    autoCapitalize: "characters",
    spellCheck: false,
  },
  password: { control: "password", id: "contract-password", autoComplete: "current-password" },
});

interface ContractSignInFormProps {
  texts: NonNullable<ClientAreaQueryResult>["clientTab"];
  recovery: RecoveryTexts;
  onOpened: () => void;
}

/** Contract number and password for tenants, with the way out for a forgotten password. */
export function ContractSignInForm({ texts, recovery, onOpened }: ContractSignInFormProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { form, field } = useValidatedForm(fields);
  const signIn = useContractSignIn(onOpened);
  // Until the page changes, one second after the success.
  const isBusy = signIn.isPending || signIn.isSuccess;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    void form.handleSubmit((credentials) => signIn.mutate(credentials))(event);
  }

  return (
    <>
      <Form className="grid gap-5" onSubmit={submit}>
        <h2 className="text-card">{texts.heading}</h2>
        <Fields
          table={fields}
          field={field}
          texts={{
            contractNumber: { label: texts.contractNumberLabel },
            password: { label: texts.passwordLabel },
          }}
        />
        {signIn.error && <FormAlert>{describeContractFailure(signIn.error)}</FormAlert>}
        <button type="submit" className="btn btn-primary btn-lg" disabled={isBusy}>
          {texts.submitLabel}
        </button>
        <button type="button" className="btn btn-link" onClick={() => dialog.current?.showModal()}>
          {texts.forgotLabel}
        </button>
      </Form>
      <RecoveryDialog dialog={dialog} texts={recovery} />
    </>
  );
}
