import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { newStaffPasswordFormSchema } from "#contracts/accounts.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { CallFailure, callFunction } from "../../../backend/call-function.ts";
import { deviceToken } from "../../../backend/contract-session.ts";
import { paths } from "../../../config/paths.ts";
import { passwordLook } from "../../../content/password-field.tsx";
import { showToast } from "../../../ui/feedback/show-toast.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";
import { Fields } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { useFormSending } from "../../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { ButtonLink } from "../../../ui/layout/links.tsx";
import type { NewPasswordTexts } from "../../leases/tenant/new-password-form.tsx";

const fields = defineFields(newStaffPasswordFormSchema, {
  password: passwordLook({ id: "new-staff-password", autoComplete: "new-password" }),
});

interface StaffNewPasswordFormProps {
  texts: NewPasswordTexts;
  token: string;
  onChanged: () => void;
}

export function StaffNewPasswordForm({ texts, token, onChanged }: StaffNewPasswordFormProps) {
  const backend = useBackend();
  const [device] = useState(deviceToken.read);
  const form = useValidatedForm(fields);
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
  });
  const { error } = reset;
  // True when the link has expired or was already used, or when its token is truncated (reported as an invalid field).
  const isSpent =
    error instanceof CallFailure && (error.code === "link_expired" || "tokenHash" in error.fields);
  const isBusy = reset.isPending || reset.isSuccess;
  const { submit, alert } = useFormSending({
    form,
    sending: { ...reset, isPending: isBusy },
    onSubmit: reset.mutate,
    failed: texts.failedText,
  });

  if (isSpent) {
    return (
      <div role="alert" className="grid gap-5">
        <h2 className="text-card">{texts.expiredTitle}</h2>
        <p>{texts.staffExpiredText}</p>
        <ButtonLink href={paths.clientArea}>{texts.expiredLabel}</ButtonLink>
      </div>
    );
  }

  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <Fields
        table={fields}
        field={form.field}
        texts={{ password: { label: texts.passwordLabel, help: texts.staffHelp } }}
      />
      {alert}
      <Button className="btn-primary btn-lg" disabled={isBusy}>
        {texts.submitLabel}
      </Button>
    </Form>
  );
}
