import { useMutation } from "@tanstack/react-query";
import type { RefObject, SubmitEvent } from "react";
import { passwordChangeFormSchema } from "../../../supabase/functions/_shared/contracts/password-reset.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure } from "../../backend/call-failure.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { Form } from "../../ui/form/form.tsx";
import { FormAlert } from "../../ui/form/form-alert.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { changePassword } from "./change-password.ts";
import type { ContractTexts } from "./contract-texts.ts";

const names = ["currentPassword", "newPassword"] as const;
const failedText = "Não foi possível alterar a senha. Tente novamente em instantes.";

interface PasswordDialogProps {
  dialog: RefObject<HTMLDialogElement | null>;
  texts: ContractTexts["passwordChange"];
  onSessionEnd: () => void;
}

/** Asks for the old password and a new one; opened with `showModal`. */
export function PasswordDialog({ dialog, texts, onSessionEnd }: PasswordDialogProps) {
  const backend = useBackend();
  const { form, field } = useValidatedForm({ schema: passwordChangeFormSchema, names });
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
      for (const name of names) {
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
        <TextField
          {...field("currentPassword")}
          id="current-password"
          type="password"
          texts={{ label: texts.currentLabel }}
          autoComplete="current-password"
          required
        />
        <TextField
          {...field("newPassword")}
          id="new-password"
          type="password"
          texts={{ label: texts.newLabel, help: texts.newHelp }}
          autoComplete="new-password"
          required
        />
        {change.error && <FormAlert>{change.error.message || failedText}</FormAlert>}
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
