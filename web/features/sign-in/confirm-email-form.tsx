import { useMutation } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import * as z from "zod/mini";
import { staffConfirmationFormSchema } from "../../../supabase/functions/_shared/contracts/accounts.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../backend/call-function.ts";
import { paths } from "../../config/paths.ts";
import { passwordLook } from "../../content/password-field.tsx";
import { ButtonLink } from "../../ui/layout/links.tsx";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";

const fields = defineFields(staffConfirmationFormSchema, {
  password: passwordLook({ id: "sign-up-password", autoComplete: "current-password" }),
});
const failedText = "Não foi possível confirmar o e-mail. Tente novamente em instantes.";

interface ConfirmEmailFormProps {
  /** From the mailed link; null for a visit without one. */
  token: string | null;
  onConfirmed: () => void;
}

/** Confirms the address of a new staff account, or says that the link is spent and what to do. */
export function ConfirmEmailForm({ token, onConfirmed }: ConfirmEmailFormProps) {
  const backend = useBackend();
  const { form, field } = useValidatedForm(fields);
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
    onError: (error) => {
      const message = error instanceof CallFailure && error.fields["password"];
      if (message) form.setError("password", { message });
      showToast({
        title: "Erro ao confirmar e-mail",
        description: error.message || failedText,
        tone: "destructive",
      });
    },
  });
  const isBusy = confirmation.isPending || confirmation.isSuccess;

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

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    void form.handleSubmit((values) => confirmation.mutate(values))(event);
  }

  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <Fields
        table={fields}
        field={field}
        texts={{ password: { label: "Senha", help: "A senha que você escolheu no cadastro." } }}
      />
      {confirmation.error && <FormAlert>{confirmation.error.message || failedText}</FormAlert>}
      <button type="submit" className="btn btn-primary btn-lg" disabled={isBusy}>
        Confirmar e-mail
      </button>
      <p className="text-soft text-sm">
        Não foi você quem se cadastrou? Feche esta página: sem a confirmação, a conta é apagada em
        poucos dias.
      </p>
    </Form>
  );
}

/** Whether nothing but a new link helps; one that was cut short is refused as a field. */
function isSpent(error: Error | null): boolean {
  if (!(error instanceof CallFailure)) return false;
  return error.code === "link_expired" || "tokenHash" in error.fields;
}
