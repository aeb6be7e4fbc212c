import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import * as z from "zod/mini";
import { newPasswordFormSchema } from "../../../supabase/functions/_shared/contracts/accounts.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../backend/call-function.ts";
import { deviceToken } from "../../backend/contract-session.ts";
import { clientTabPath } from "../../config/paths.ts";
import type { NewPasswordQueryResult } from "../../content/sanity.types.ts";
import { ButtonLink } from "../../ui/layout/links.tsx";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { passwordLook } from "../../ui/form/password-field.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";

export type NewPasswordTexts = NonNullable<NewPasswordQueryResult>;

const fields = defineFields(newPasswordFormSchema, {
  password: passwordLook({ id: "new-password", autoComplete: "new-password" }),
});

interface NewPasswordFormProps {
  texts: NewPasswordTexts;
  /** From the recovery link; null for a visit without one. */
  token: string | null;
  onChanged: () => void;
}

/** Spends a recovery link on a new password, or says that the link is spent and what to do. */
export function NewPasswordForm({ texts, token, onChanged }: NewPasswordFormProps) {
  const backend = useBackend();
  const [isSpent, setIsSpent] = useState(token === null);
  const [device] = useState(deviceToken.read);
  const { form, field } = useValidatedForm(fields);
  const reset = useMutation({
    mutationFn: (body: { password: string }) =>
      callFunction(backend, {
        name: "reset-contract-password",
        body: { ...body, tokenHash: token, device },
        data: z.object({}),
      }),
    onSuccess: () => {
      deviceToken.keep(device);
      showToast({
        title: "Senha alterada com sucesso!",
        description: "Entre com o número do contrato e a nova senha.",
        tone: "success",
      });
      onChanged();
    },
    onError: (error) => {
      showToast({
        title: "Erro ao alterar senha",
        description: error.message || texts.failedText,
        tone: "destructive",
      });
      if (error instanceof CallFailure) {
        const { password: message } = error.fields;
        if (message) form.setError("password", { message });
      }
      // A fragment that was cut short is refused as a field that the person cannot mend.
      const isMalformed = error instanceof CallFailure && "tokenHash" in error.fields;
      if (isMalformed || (error instanceof CallFailure && error.code === "link_expired")) {
        setIsSpent(true);
      }
    },
  });
  const isBusy = reset.isPending || reset.isSuccess;

  if (isSpent) {
    return (
      <div role="alert" className="grid gap-5">
        <h2 className="text-card">{texts.expiredTitle}</h2>
        <p>{texts.expiredText}</p>
        <ButtonLink href={clientTabPath}>{texts.expiredLabel}</ButtonLink>
      </div>
    );
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    void form.handleSubmit((values) => reset.mutate(values))(event);
  }

  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <Fields
        table={fields}
        field={field}
        texts={{ password: { label: texts.passwordLabel, help: texts.passwordHelp } }}
      />
      {reset.error && <FormAlert>{reset.error.message || texts.failedText}</FormAlert>}
      <button type="submit" className="btn btn-primary btn-lg" disabled={isBusy}>
        {texts.submitLabel}
      </button>
    </Form>
  );
}
