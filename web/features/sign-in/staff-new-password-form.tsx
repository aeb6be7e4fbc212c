import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import * as z from "zod/mini";
import { newStaffPasswordFormSchema } from "../../../supabase/functions/_shared/contracts/accounts.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../backend/call-function.ts";
import { deviceToken } from "../../backend/contract-session.ts";
import { paths } from "../../config/paths.ts";
import { passwordLook } from "../../content/password-field.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { ButtonLink } from "../../ui/layout/links.tsx";
import type { NewPasswordTexts } from "./new-password-form.tsx";

const fields = defineFields(newStaffPasswordFormSchema, {
  password: passwordLook({ id: "new-staff-password", autoComplete: "new-password" }),
});

interface StaffNewPasswordFormProps {
  texts: NewPasswordTexts;
  /** From the recovery link. */
  token: string;
  onChanged: () => void;
}

/** Spends the recovery link of somebody of staff on a new password. */
export function StaffNewPasswordForm({ texts, token, onChanged }: StaffNewPasswordFormProps) {
  const backend = useBackend();
  const [device] = useState(deviceToken.read);
  const { form, field } = useValidatedForm(fields);
  const reset = useMutation({
    mutationFn: (body: { password: string }) =>
      callFunction(backend, {
        name: "reset-staff-password",
        body: { ...body, tokenHash: token, device },
        data: z.object({}),
      }),
    onSuccess: () => {
      deviceToken.keep(device);
      showToast({
        title: "Senha alterada com sucesso!",
        description: "Entre com o seu e-mail e a nova senha.",
        tone: "success",
      });
      onChanged();
    },
    onError: (error) => {
      const message = error instanceof CallFailure && error.fields["password"];
      if (message) form.setError("password", { message }, { shouldFocus: true });
    },
  });
  const { error } = reset;
  // A fragment that was cut short is refused as a field that the person cannot mend.
  const isSpent =
    error instanceof CallFailure && (error.code === "link_expired" || "tokenHash" in error.fields);
  const isBusy = reset.isPending || reset.isSuccess;

  if (isSpent) {
    return (
      <div role="alert" className="grid gap-5">
        <h2 className="text-card">{texts.expiredTitle}</h2>
        <p>{texts.staffExpiredText}</p>
        <ButtonLink href={paths.clientArea}>{texts.expiredLabel}</ButtonLink>
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
        texts={{ password: { label: texts.passwordLabel, help: texts.staffHelp } }}
      />
      {error && <FormAlert>{error.message || texts.failedText}</FormAlert>}
      <button type="submit" className="btn btn-primary btn-lg" disabled={isBusy}>
        {texts.submitLabel}
      </button>
    </Form>
  );
}
