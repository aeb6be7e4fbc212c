import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { contractSignInSchema, passwordRecoverySchema } from "#contracts/accounts.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { openContractNumber } from "../../../backend/browser-storage.ts";
import { CallFailure, callFunction } from "../../../backend/call-function.ts";
import { contractClient, openSession } from "../../../backend/contract-session.ts";
import { paths } from "../../../config/paths.ts";
import { emailLook } from "../../../content/email-field.tsx";
import { passwordLook } from "../../../content/password-field.tsx";
import type { ClientAreaQueryResult } from "../../../content/sanity.types.ts";
import { reportFailure } from "../../../ui/feedback/report-failure.ts";
import { showToast } from "../../../ui/feedback/show-toast.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";
import { Fields } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { Form, FormAlert } from "../../../ui/form/form.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { SiteLink } from "../../../ui/layout/links.tsx";

const fields = defineFields(contractSignInSchema, {
  contractNumber: {
    control: "text",
    autoComplete: "username",
    autoCapitalize: "characters",
    spellCheck: false,
  },
  password: passwordLook({ id: "contract-password", autoComplete: "current-password" }),
});

interface ContractSignInFormProps {
  texts: NonNullable<ClientAreaQueryResult>["clientTab"];
  recovery: RecoveryTexts;
  onOpened: () => void;
}

export function ContractSignInForm({ texts, recovery, onOpened }: ContractSignInFormProps) {
  const [hasForgotten, setHasForgotten] = useState(false);
  const { form, field } = useValidatedForm(fields);
  const signIn = useContractSignIn(onOpened);
  // After a success the form stays busy, because the next page opens one second later.
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
        <Button className="btn-primary btn-lg" disabled={isBusy}>
          {texts.submitLabel}
        </Button>
        <Button className="btn-link" onClick={() => setHasForgotten(true)}>
          {texts.forgotLabel}
        </Button>
        <p className="text-center text-sm">
          {texts.noContractText}{" "}
          <SiteLink href={paths.tracking} className="underline">
            {texts.trackLabel}
          </SiteLink>
        </p>
      </Form>
      {hasForgotten && (
        <RecoveryDialog
          texts={recovery}
          account="contract"
          onClose={() => setHasForgotten(false)}
        />
      )}
    </>
  );
}

/** Delay in milliseconds before the next page opens (specification section 9). */
const REDIRECT_DELAY_MS = 1_000;

/** Signs in to a contract, stores session and contract number, and shows a notice. */
function useContractSignIn(onOpened: () => void) {
  const backend = useBackend();
  const redirect = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(redirect.current), []);

  return useMutation({
    mutationFn: async (credentials: { contractNumber: string; password: string }) => {
      await openSession(backend, { name: "sign-in-contract", body: credentials }, contractClient);
      openContractNumber.write(credentials.contractNumber);
    },
    onSuccess: () => {
      showToast({ title: "Login realizado com sucesso!", tone: "success" });
      redirect.current = setTimeout(onOpened, REDIRECT_DELAY_MS);
    },
    onError: (error) =>
      showToast({
        title: "Erro no login",
        description: describeContractFailure(error),
        tone: "destructive",
      }),
  });
}

/** Returns the error message of the edge function, or else a text from section 8 of the specification. */
function describeContractFailure(error: Error): string {
  if (!(error instanceof CallFailure)) return "Erro ao buscar contrato";
  if (error.message) return error.message;
  return error.code === "unavailable"
    ? "Erro ao buscar contrato"
    : "Número do contrato ou senha incorretos.";
}

export type RecoveryTexts = NonNullable<ClientAreaQueryResult>["recovery"];

const recoveryFields = {
  contract: recoveryTable("recovery-email"),
  staff: recoveryTable("staff-recovery-email"),
};

function recoveryTable(id: string) {
  return defineFields(passwordRecoverySchema, {
    email: { ...emailLook, id, autoComplete: "email" },
  });
}

interface RecoveryDialogProps {
  texts: RecoveryTexts;
  account: "contract" | "staff";
  onClose: () => void;
}

/** Dialog that asks for the e-mail address to which a link for a new password is sent. */
export function RecoveryDialog({ texts, account, onClose }: RecoveryDialogProps) {
  const backend = useBackend();
  const table = recoveryFields[account];
  const form = useValidatedForm(table);
  const recovery = useMutation({
    mutationFn: (body: { email: string }) =>
      callFunction(backend, {
        name: "recover-password",
        body: { ...body, account },
        data: z.object({}),
      }),
    onSuccess: () =>
      showToast({
        title: "Email enviado!",
        description: "Verifique sua caixa de entrada para acessar suas credenciais.",
        tone: "success",
      }),
    onError: (error) => reportFailure("Erro ao recuperar senha", error, notSent),
  });
  return (
    <FormDialog
      title={texts.title}
      form={form}
      sending={recovery}
      onSubmit={recovery.mutate}
      failed={notSent}
      submitLabel={texts.submitLabel}
      cancelLabel={texts.cancelLabel}
      size="question"
      onClose={onClose}
    >
      <p className="text-soft">{texts.text}</p>
      <Fields table={table} field={form.field} texts={{ email: { label: texts.emailLabel } }} />
    </FormDialog>
  );
}

const notSent = "Não foi possível enviar o email.";
