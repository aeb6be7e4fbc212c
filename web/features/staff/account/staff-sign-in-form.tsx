import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import * as z from "zod/mini";
import { staffSignInSchema, staffSignUpSchema } from "#contracts/accounts.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { CallFailure, callFunction } from "../../../backend/call-function.ts";
import { openSession } from "../../../backend/contract-session.ts";
import { staffClient } from "../../../backend/staff/staff-session.ts";
import { passwordLook } from "../../../content/password-field.tsx";
import type { ClientAreaQueryResult } from "../../../content/sanity.types.ts";
import { showToast } from "../../../ui/feedback/show-toast.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";
import { Fields } from "../../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../../ui/form/form.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { RecoveryDialog, type RecoveryTexts } from "../../leases/tenant/contract-sign-in-form.tsx";

type StaffTexts = NonNullable<ClientAreaQueryResult>["adminTab"];

const email = { control: "email", id: "staff-email", autoComplete: "username" } as const;
const password = (autoComplete: string) => passwordLook({ id: "staff-password", autoComplete });
const signInFields = defineFields(staffSignInSchema, {
  email,
  password: password("current-password"),
});
const signUpFields = defineFields(staffSignUpSchema, {
  email,
  password: password("new-password"),
});
const passwordRule = "Pelo menos 12 caracteres. Senhas comuns ou que já vazaram não são aceitas.";

interface StaffSignInFormProps {
  texts: StaffTexts;
  recovery: RecoveryTexts;
  /** True while the browser goes to the next page after the sign-in. */
  isEntering: boolean;
}

export function StaffSignInForm({ texts, recovery, isEntering }: StaffSignInFormProps) {
  const [signingUp, setSigningUp] = useState(false);
  const [hasForgotten, setHasForgotten] = useState(false);
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

  const signInForm = (
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
      <Button className="btn-primary btn-lg" disabled={isBusy}>
        {signingUp ? texts.signUpLabel : texts.signInLabel}
      </Button>
      <Button className="btn-link" disabled={isBusy} onClick={toggle}>
        {signingUp ? texts.toSignInLabel : texts.toSignUpLabel}
      </Button>
      {!signingUp && (
        <Button className="btn-link" disabled={isBusy} onClick={() => setHasForgotten(true)}>
          {texts.forgotLabel}
        </Button>
      )}
    </Form>
  );
  return (
    <>
      {signInForm}
      {hasForgotten && (
        <RecoveryDialog
          texts={{ ...recovery, text: texts.forgotText }}
          account="staff"
          onClose={() => setHasForgotten(false)}
        />
      )}
    </>
  );
}

/** Signs staff in. The page then redirects, because the new session exists. */
function useStaffSignIn() {
  const backend = useBackend();
  return useMutation({
    mutationFn: (credentials: { email: string; password: string }) =>
      openSession(backend, { name: "sign-in-staff", body: credentials }, staffClient),
    onError: (error) =>
      showToast({
        title: "Erro no login",
        description: describeAuthError(error),
        tone: "destructive",
      }),
  });
}

const signUpFallback = "Verifique suas credenciais.";

/** Requests a staff account. Then the person must confirm the e-mail address, and a colleague must give access. */
function useStaffSignUp(onCreated: () => void) {
  const backend = useBackend();
  return useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      callFunction(backend, { name: "sign-up-staff", body, data: z.object({}) }),
    onSuccess: () => {
      showToast({
        title: "Cadastro realizado!",
        description: "Confirme seu e-mail pelo link que enviamos para poder fazer login.",
        tone: "success",
      });
      onCreated();
    },
    onError: (error) =>
      showToast({
        title: "Erro no cadastro",
        description: describeSignUpFailure(error),
        tone: "destructive",
      }),
  });
}

/**
 * Returns the edge function's error message, or a general text when the message is empty (specification, section 8).
 */
function describeSignUpFailure(error: Error): string {
  return error.message || signUpFallback;
}

const unreachable = "Sem conexão com o servidor. Tente novamente em instantes.";
const fallback = "Verifique suas credenciais.";

/**
 * Error of the auth server. The edge function has already checked the password, but the browser could not start the
 * session.
 */
const authErrorSchema = z.object({ status: z.optional(z.number()) });

/** Returns the edge function's message, or a text about the connection or the password (specification, section 8). */
function describeAuthError(error: unknown): string {
  if (error instanceof CallFailure) return error.message || unreachable;
  const { status = 0 } = authErrorSchema.safeParse(error).data ?? {};
  return status === 0 || status >= 500 ? unreachable : fallback;
}
