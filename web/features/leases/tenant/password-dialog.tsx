import { useMutation } from "@tanstack/react-query";
import { passwordChangeFormSchema } from "#contracts/accounts.ts";
import { tenantToken } from "../../../backend/ask-as-tenant.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { CallFailure } from "../../../backend/call-function.ts";
import { contractClient, openSession } from "../../../backend/contract-session.ts";
import { passwordLook } from "../../../content/password-field.tsx";
import { showToast } from "../../../ui/feedback/show-toast.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";
import { Fields } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import type { ContractTexts } from "./contract-data.ts";

const table = defineFields(passwordChangeFormSchema, {
  currentPassword: passwordLook({ id: "current-password", autoComplete: "current-password" }),
  newPassword: passwordLook({ id: "new-password", autoComplete: "new-password" }),
});

interface PasswordDialogProps {
  texts: ContractTexts["passwordChange"];
  onSessionEnd: () => void;
  onClose: () => void;
}

export function PasswordDialog({ texts, onSessionEnd, onClose }: PasswordDialogProps) {
  const backend = useBackend();
  const form = useValidatedForm(table);
  const change = useMutation({
    mutationFn: async (body: { currentPassword: string; newPassword: string }) => {
      const call = { name: "change-contract-password", body, ...(await tenantToken(backend)) };
      return openSession(backend, call, contractClient);
    },
    onSuccess: () =>
      showToast({
        title: "Senha alterada com sucesso!",
        description: "O acesso em outros aparelhos foi encerrado.",
        tone: "success",
      }),
    onError: (error) => {
      if (error instanceof CallFailure && error.code === "unauthorized") onSessionEnd();
    },
  });

  return (
    <FormDialog
      title={texts.title}
      form={form}
      sending={change}
      onSubmit={change.mutate}
      failed={texts.failedText}
      submitLabel={texts.submitLabel}
      cancelLabel={texts.cancelLabel}
      size="question"
      onClose={onClose}
    >
      <p className="text-soft">{texts.text}</p>
      <Fields
        table={table}
        field={form.field}
        texts={{
          currentPassword: { label: texts.currentLabel },
          newPassword: { label: texts.newLabel, help: texts.newHelp },
        }}
      />
    </FormDialog>
  );
}
