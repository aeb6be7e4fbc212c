import { type SubmitEvent, useState } from "react";
import {
  staffSignInSchema,
  staffSignUpSchema,
} from "../../../supabase/functions/_shared/contracts/staff-account.ts";
import type { ClientAreaQueryResult } from "../../content/sanity.types.ts";
import { CallFailure } from "../../backend/call-function.ts";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { describeAuthError } from "./describe-auth-error.ts";
import { useStaffSignIn } from "./use-staff-sign-in.ts";
import { describeSignUpFailure, useStaffSignUp } from "./use-staff-sign-up.ts";

type StaffTexts = NonNullable<ClientAreaQueryResult>["adminTab"];

const email = { control: "email", id: "staff-email", autoComplete: "username" } as const;
const password = { control: "password", id: "staff-password" } as const;
const signInFields = defineFields(staffSignInSchema, {
  email,
  password: { ...password, autoComplete: "current-password" },
});
const signUpFields = defineFields(staffSignUpSchema, {
  email,
  password: { ...password, autoComplete: "new-password" },
});
const passwordRule = "Pelo menos 12 caracteres. Senhas comuns ou que já vazaram não são aceitas.";

interface StaffSignInFormProps {
  texts: StaffTexts;
  /** True while a session is there and the way onwards is being taken. */
  isEntering: boolean;
}

/** E-mail and password for staff, to sign in or to sign up. */
export function StaffSignInForm({ texts, isEntering }: StaffSignInFormProps) {
  const [signingUp, setSigningUp] = useState(false);
  const fields = signingUp ? signUpFields : signInFields;
  const { form, field } = useValidatedForm(fields);
  const signIn = useStaffSignIn();
  const signUp = useStaffSignUp(() => {
    setSigningUp(false);
    form.resetField("password");
    form.setFocus("password");
  });
  const failure = signingUp
    ? signUp.error && describeSignUpFailure(signUp.error)
    : signIn.error && describeAuthError(signIn.error);
  const isBusy = signIn.isPending || signUp.isPending || isEntering;

  function toggle() {
    setSigningUp(!signingUp);
    form.clearErrors();
    signIn.reset();
    signUp.reset();
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    void form.handleSubmit((credentials) => {
      if (signingUp) signUp.mutate(credentials, { onError: showUnderField });
      else signIn.mutate(credentials);
    })(event);
  }

  function showUnderField(error: Error) {
    const message = error instanceof CallFailure && error.fields["password"];
    if (message) form.setError("password", { message });
  }

  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <h2 className="text-card">{texts.heading}</h2>
      <Fields
        table={fields}
        field={field}
        texts={{
          email: { label: texts.emailLabel },
          password: { label: texts.passwordLabel, help: signingUp ? passwordRule : null },
        }}
      />
      {failure && <FormAlert>{failure}</FormAlert>}
      <button type="submit" className="btn btn-primary btn-lg" disabled={isBusy}>
        {signingUp ? texts.signUpLabel : texts.signInLabel}
      </button>
      <button type="button" className="btn btn-link" disabled={isBusy} onClick={toggle}>
        {signingUp ? texts.toSignInLabel : texts.toSignUpLabel}
      </button>
    </Form>
  );
}
