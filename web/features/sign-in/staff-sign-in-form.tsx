import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import {
  staffSignInSchema,
  staffSignUpSchema,
} from "../../../supabase/functions/_shared/contracts/accounts.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../backend/call-function.ts";
import { openSession } from "../../backend/contract-session.ts";
import { staffClient } from "../../backend/staff-session.ts";
import { passwordLook } from "../../content/password-field.tsx";
import type { ClientAreaQueryResult } from "../../content/sanity.types.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { RecoveryDialog, type RecoveryTexts } from "./contract-sign-in-form.tsx";

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
  /** True while a session is there and the way onwards is being taken. */
  isEntering: boolean;
}

/** E-mail and password for staff, to sign in or to sign up. */
export function StaffSignInForm({ texts, recovery, isEntering }: StaffSignInFormProps) {
  const [signingUp, setSigningUp] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const [hasForgotten, setHasForgotten] = useState(false);
  useEffect(() => {
    if (hasForgotten) dialog.current?.showModal();
  }, [hasForgotten]);
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
      <button type="submit" className="btn btn-primary btn-lg" disabled={isBusy}>
        {signingUp ? texts.signUpLabel : texts.signInLabel}
      </button>
      <button type="button" className="btn btn-link" disabled={isBusy} onClick={toggle}>
        {signingUp ? texts.toSignInLabel : texts.toSignUpLabel}
      </button>
      {!signingUp && (
        <button
          type="button"
          className="btn btn-link"
          disabled={isBusy}
          onClick={() => setHasForgotten(true)}
        >
          {texts.forgotLabel}
        </button>
      )}
    </Form>
  );
  return (
    <>
      {signInForm}
      {hasForgotten && (
        <RecoveryDialog
          dialog={dialog}
          texts={{ ...recovery, text: texts.forgotText }}
          account="staff"
          onClosed={() => setHasForgotten(false)}
        />
      )}
    </>
  );
}

interface Credentials {
  email: string;
  password: string;
}

/** Signs staff in; the session that appears takes the person onwards. */
function useStaffSignIn() {
  const backend = useBackend();
  return useMutation({
    mutationFn: (credentials: Credentials) =>
      openSession(backend, { name: "sign-in-staff", body: credentials }, staffClient),
    onError: (error) =>
      showToast({
        title: "Erro no login",
        description: describeAuthError(error),
        tone: "destructive",
      }),
  });
}

interface NewCredentials {
  email: string;
  password: string;
}

const signUpFallback = "Verifique suas credenciais.";

/** Asks for an account, which its owner confirms by mail and staff release. */
function useStaffSignUp(onCreated: () => void) {
  const backend = useBackend();
  return useMutation({
    mutationFn: (body: NewCredentials) =>
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

/** What the function said; the catalogue's text when it said nothing (specification 8). */
function describeSignUpFailure(error: Error): string {
  return error.message || signUpFallback;
}

const unreachable = "Sem conexão com o servidor. Tente novamente em instantes.";
const fallback = "Verifique suas credenciais.";

/** Of the auth server, which took over the session that a function gave. */
const authErrorSchema = z.object({ status: z.optional(z.number()) });

/**
 * Why somebody of staff was not signed in, in Portuguese: what the function said, that nothing could
 * be reached, or the specification's fallback for everything unknown (section 8).
 */
function describeAuthError(error: unknown): string {
  if (error instanceof CallFailure) return error.message || unreachable;
  const { status = 0 } = authErrorSchema.safeParse(error).data ?? {};
  return status === 0 || status >= 500 ? unreachable : fallback;
}
