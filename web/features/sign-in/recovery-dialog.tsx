import { useMutation } from "@tanstack/react-query";
import type { RefObject, SubmitEvent } from "react";
import * as z from "zod/mini";
import { passwordRecoverySchema } from "../../../supabase/functions/_shared/contracts/password-recovery.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { callFunction } from "../../backend/call-function.ts";
import type { ClientAreaQueryResult } from "../../content/sanity.types.ts";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";

export type RecoveryTexts = NonNullable<ClientAreaQueryResult>["recovery"];

const fields = defineFields(passwordRecoverySchema, {
  email: { control: "email", id: "recovery-email", autoComplete: "email" },
});

interface RecoveryDialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  texts: RecoveryTexts;
}

/** Asks for the e-mail to which a way to a new password is sent; opened with `showModal`. */
export function RecoveryDialog({ dialog, texts }: RecoveryDialogProps) {
  const backend = useBackend();
  const { form, field } = useValidatedForm(fields);
  const recovery = useMutation({
    mutationFn: (body: { email: string }) =>
      callFunction(backend, { name: "recover-password", body, data: z.object({}) }),
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
  }

  return (
    <Dialog ref={dialog} titleId="recovery-title" onClose={reset}>
      <Form className="grid gap-5" onSubmit={submit}>
        <h2 id="recovery-title" className="text-card">
          {texts.title}
        </h2>
        <p className="text-soft">{texts.text}</p>
        <Fields table={fields} field={field} texts={{ email: { label: texts.emailLabel } }} />
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
