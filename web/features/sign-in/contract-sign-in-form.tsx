import { useMutation } from "@tanstack/react-query";
import { type RefObject, type SubmitEvent, useEffect, useRef } from "react";
import * as z from "zod/mini";
import {
  contractSignInSchema,
  passwordRecoverySchema,
} from "../../../supabase/functions/_shared/contracts/accounts.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { openContractNumber } from "../../backend/browser-storage.ts";
import { CallFailure, callFunction } from "../../backend/call-function.ts";
import { contractClient, openSession } from "../../backend/contract-session.ts";
import { paths } from "../../config/paths.ts";
import { passwordLook } from "../../content/password-field.tsx";
import type { ClientAreaQueryResult } from "../../content/sanity.types.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { SiteLink } from "../../ui/layout/links.tsx";

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
        <p className="text-center text-sm">
          {texts.noContractText}{" "}
          <SiteLink href={paths.tracking} className="underline">
            {texts.trackLabel}
          </SiteLink>
        </p>
      </Form>
      <RecoveryDialog dialog={dialog} texts={recovery} account="contract" />
    </>
  );
}

/** Specification 9. */
const REDIRECT_DELAY_MS = 1_000;

interface Credentials {
  contractNumber: string;
  password: string;
}

/** Opens a contract: session and number are kept, the person is told, and `onOpened` follows. */
function useContractSignIn(onOpened: () => void) {
  const backend = useBackend();
  const redirect = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(redirect.current), []);

  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      await openSession(backend, { name: "sign-in-contract", body: credentials }, contractClient);
      // Numbers are stored in capitals, and people type them as they like.
      openContractNumber.write(credentials.contractNumber.toUpperCase());
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

/** What the function said; the catalogue's texts when it said nothing (specification 8). */
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
    email: { control: "email", id, autoComplete: "email" },
  });
}

interface RecoveryDialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  texts: RecoveryTexts;
  /** Whose password it is. */
  account: "contract" | "staff";
  onClosed?: () => void;
}

/** Asks for the e-mail to which a way to a new password is sent; opened with `showModal`. */
export function RecoveryDialog({ dialog, texts, account, onClosed }: RecoveryDialogProps) {
  const backend = useBackend();
  const table = recoveryFields[account];
  const titleId = `${account}-recovery-title`;
  const { form, field } = useValidatedForm(table);
  const recovery = useMutation({
    mutationFn: (body: { email: string }) =>
      callFunction(backend, {
        name: "recover-password",
        body: { ...body, account },
        data: z.object({}),
      }),
    onSuccess: () => {
      dialog.current?.close();
      showToast({
        title: "Email enviado!",
        description: "Verifique sua caixa de entrada para acessar suas credenciais.",
        tone: "success",
      });
    },
    onError: (error) =>
      showToast({
        title: "Erro ao recuperar senha",
        description: error.message || "Não foi possível enviar o email.",
        tone: "destructive",
      }),
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (recovery.isPending) return;
    void form.handleSubmit((values) => recovery.mutate(values))(event);
  }

  function reset() {
    form.reset();
    recovery.reset();
    onClosed?.();
  }

  return (
    <Dialog ref={dialog} titleId={titleId} onClose={reset}>
      <Form className="grid gap-5" onSubmit={submit}>
        <h2 id={titleId} className="text-card">
          {texts.title}
        </h2>
        <p className="text-soft">{texts.text}</p>
        <Fields table={table} field={field} texts={{ email: { label: texts.emailLabel } }} />
        {recovery.error && (
          <FormAlert>{recovery.error.message || "Não foi possível enviar o email."}</FormAlert>
        )}
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            {texts.cancelLabel}
          </button>
          <button type="submit" className="btn btn-primary" disabled={recovery.isPending}>
            {texts.submitLabel}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
