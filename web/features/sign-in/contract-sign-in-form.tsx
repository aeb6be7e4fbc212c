import { type SubmitEvent, useRef } from "react";
import { contractSignInSchema } from "../../../supabase/functions/_shared/contracts/contract-sign-in.ts";
import type { ClientAreaQueryResult } from "../../content/sanity.types.ts";
import { FormAlert } from "../../ui/form/form-alert.tsx";
import { Form } from "../../ui/form/form.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { RecoveryDialog, type RecoveryTexts } from "./recovery-dialog.tsx";
import { describeContractFailure, useContractSignIn } from "./use-contract-sign-in.ts";

const names = ["contractNumber", "password"] as const;

interface ContractSignInFormProps {
  texts: NonNullable<ClientAreaQueryResult>["clientTab"];
  recovery: RecoveryTexts;
  onOpened: () => void;
}

/** Contract number and password for tenants, with the way out for a forgotten password. */
export function ContractSignInForm({ texts, recovery, onOpened }: ContractSignInFormProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { form, field } = useValidatedForm({ schema: contractSignInSchema, names });
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
        <TextField
          {...field("contractNumber")}
          texts={{ label: texts.contractNumberLabel }}
          autoComplete="username"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <TextField
          {...field("password")}
          id="contract-password"
          type="password"
          texts={{ label: texts.passwordLabel }}
          autoComplete="current-password"
          required
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
