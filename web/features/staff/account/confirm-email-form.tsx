import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { staffConfirmationFormSchema } from "#contracts/accounts.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { CallFailure, callFunction } from "../../../backend/call-function.ts";
import { paths } from "../../../config/paths.ts";
import { passwordLook } from "../../../content/password-field.tsx";
import { ButtonLink } from "../../../ui/layout/links.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";
import { Fields } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { reportFailure } from "../../../ui/feedback/report-failure.ts";
import { showToast } from "../../../ui/feedback/show-toast.tsx";
import { useFormSending } from "../../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";

const fields = defineFields(staffConfirmationFormSchema, {
  password: passwordLook({ id: "sign-up-password", autoComplete: "current-password" }),
});
const failedText = "Não foi possível confirmar o e-mail. Tente novamente em instantes.";

interface ConfirmEmailFormProps {
  /** Token from the link in the e-mail; null when the page was opened without a token. */
  token: string | null;
  onConfirmed: () => void;
}

export function ConfirmEmailForm({ token, onConfirmed }: ConfirmEmailFormProps) {
  const backend = useBackend();
  const form = useValidatedForm(fields);
  const confirmation = useMutation({
    mutationFn: (body: { password: string }) =>
      callFunction(backend, {
        name: "confirm-staff-address",
        body: { ...body, tokenHash: token },
        data: z.object({}),
      }),
    onSuccess: () => {
      showToast({
        title: "E-mail confirmado!",
        description: "Agora alguém da equipe libera o seu acesso.",
        tone: "success",
      });
      onConfirmed();
    },
    onError: (error) => reportFailure("Erro ao confirmar e-mail", error, failedText),
  });
  const isBusy = confirmation.isPending || confirmation.isSuccess;
  const { submit, alert } = useFormSending({
    form,
    sending: { ...confirmation, isPending: isBusy },
    onSubmit: confirmation.mutate,
    failed: failedText,
  });

  if (token === null || isSpent(confirmation.error)) {
    return (
      <div role="alert" className="grid gap-5">
        <h2 className="text-card">Este link não vale mais</h2>
        <p>
          Ele pode ter expirado ou já ter sido usado. Se você já confirmou o e-mail, é só entrar. Se
          não, cadastre-se de novo com o mesmo e-mail e enviamos outro link.
        </p>
        <ButtonLink href={paths.clientArea}>Ir para o login</ButtonLink>
      </div>
    );
  }

  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <Fields
        table={fields}
        field={form.field}
        texts={{ password: { label: "Senha", help: "A senha que você escolheu no cadastro." } }}
      />
      {alert}
      <Button className="btn-primary btn-lg" disabled={isBusy}>
        Confirmar e-mail
      </Button>
      <p className="text-soft text-sm">
        Não foi você quem se cadastrou? Feche esta página: sem a confirmação, a conta é apagada em
        poucos dias.
      </p>
    </Form>
  );
}

/**
 * Returns true when the link has expired or was already used, or when its token is truncated (reported as an invalid
 * field).
 */
function isSpent(error: Error | null): boolean {
  if (!(error instanceof CallFailure)) return false;
  return error.code === "link_expired" || "tokenHash" in error.fields;
}
