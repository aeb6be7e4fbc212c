import { useMutation } from "@tanstack/react-query";
import type { RefObject, SubmitEvent } from "react";
import { passwordChangeFormSchema } from "../../../supabase/functions/_shared/contracts/accounts.ts";
import { type Backend, useBackend } from "../../backend/backend-context.tsx";
import { CallFailure, noAnswer } from "../../backend/call-function.ts";
import { contractClient, openSession } from "../../backend/contract-session.ts";
import { passwordLook } from "../../content/password-field.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import type { ContractTexts } from "./contract-data.ts";

const table = defineFields(passwordChangeFormSchema, {
  currentPassword: passwordLook({ id: "current-password", autoComplete: "current-password" }),
  newPassword: passwordLook({ id: "new-password", autoComplete: "new-password" }),
});

interface PasswordDialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  texts: ContractTexts["passwordChange"];
  onSessionEnd: () => void;
}

/** Asks for the old password and a new one; opened with `showModal`. */
export function PasswordDialog({ dialog, texts, onSessionEnd }: PasswordDialogProps) {
  const backend = useBackend();
  const { form, field } = useValidatedForm(table);
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      changePassword(backend, body),
    onSuccess: () => {
      dialog.current?.close();
      showToast({
        title: "Senha alterada com sucesso!",
        description: "O acesso em outros aparelhos foi encerrado.",
        tone: "success",
      });
    },
    onError: (error) => {
      if (error instanceof CallFailure && error.code === "unauthorized") {
        onSessionEnd();
        return;
      }
      const fields = error instanceof CallFailure ? error.fields : {};
      for (const name of table.names) {
        if (fields[name]) form.setError(name, { message: fields[name] }, { shouldFocus: true });
      }
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (change.isPending) return;
    void form.handleSubmit((values) => change.mutate(values))(event);
  }

  function reset() {
    form.reset();
    change.reset();
  }

  return (
    <Dialog ref={dialog} titleId="password-title" onClose={reset}>
      <Form className="grid gap-5" onSubmit={submit}>
        <h2 id="password-title" className="text-card">
          {texts.title}
        </h2>
        <p className="text-soft">{texts.text}</p>
        <Fields
          table={table}
          field={field}
          texts={{
            currentPassword: { label: texts.currentLabel },
            newPassword: { label: texts.newLabel, help: texts.newHelp },
          }}
        />
        {change.error && <FormAlert>{change.error.message || texts.failedText}</FormAlert>}
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            {texts.cancelLabel}
          </button>
          <button type="submit" className="btn btn-primary" disabled={change.isPending}>
            {texts.submitLabel}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Changes the tenant's password and goes on in the session that comes with it. @throws CallFailure */
async function changePassword(
  backend: Backend | null,
  body: { currentPassword: string; newPassword: string },
): Promise<void> {
  if (!backend) throw noAnswer();
  const client = await contractClient(backend);
  const { data } = await client.auth.getSession();
  const accessToken = data.session?.access_token;
  await openSession(
    backend,
    { name: "change-contract-password", body, ...(accessToken && { accessToken }) },
    contractClient,
  );
}
