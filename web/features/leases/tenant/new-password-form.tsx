import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import {
  type Session,
  newPasswordFormSchema,
  passwordResetReplySchema,
} from "#contracts/accounts.ts";
import { type Backend, useBackend } from "../../../backend/backend-context.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { openContractNumber } from "../../../backend/browser-storage.ts";
import { CallFailure, callFunction, noAnswer } from "../../../backend/call-function.ts";
import { contractClient, deviceToken } from "../../../backend/contract-session.ts";
import { clientTabPath, paths } from "../../../config/paths.ts";
import { passwordLook } from "../../../content/password-field.tsx";
import type { NewPasswordQueryResult } from "../../../content/sanity.types.ts";
import { ButtonLink } from "../../../ui/layout/links.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";
import { Fields } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { reportFailure } from "../../../ui/feedback/report-failure.ts";
import { showToast } from "../../../ui/feedback/show-toast.tsx";
import { useFormSending } from "../../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";

export type NewPasswordTexts = NonNullable<NewPasswordQueryResult>;

const fields = defineFields(newPasswordFormSchema, {
  password: passwordLook({ id: "new-password", autoComplete: "new-password" }),
});

interface NewPasswordFormProps {
  texts: NewPasswordTexts;
  /** Token from the link in the e-mail; null when the page was opened without a token. */
  token: string | null;
  /** True when the link was sent for a new contract, which has no password yet. */
  isFirst: boolean;
  /** Called with the path of the next page: the contract page or the sign-in page. */
  onChanged: (path: string) => void;
}

/** Sets a password with the token of a link and opens the contract. If the link is used up, explains what to do. */
export function NewPasswordForm({ texts, token, isFirst, onChanged }: NewPasswordFormProps) {
  const backend = useBackend();
  const [isSpent, setIsSpent] = useState(token === null);
  const [device] = useState(deviceToken.read);
  const form = useValidatedForm(fields);
  const reset = useMutation({
    mutationFn: async (body: { password: string }) => {
      const { session } = await callFunction(backend, {
        name: "reset-contract-password",
        body: { ...body, tokenHash: token, device },
        data: passwordResetReplySchema,
      });
      deviceToken.keep(device);
      // The password is already set. If opening the contract fails, the person signs in with the new password.
      return session !== null && (await openContract(backend, session).catch(() => false));
    },
    onSuccess: (isOpen) => {
      showToast({
        title: isFirst ? "Senha criada com sucesso!" : "Senha alterada com sucesso!",
        ...(!isOpen && { description: "Entre com o número do contrato e a nova senha." }),
        tone: "success",
      });
      onChanged(isOpen ? paths.contract : clientTabPath);
    },
    onError: (error) => {
      reportFailure("Erro ao alterar senha", error, texts.failedText);
      // The edge function reports a truncated token as an invalid field, but the form has no field for the token.
      const isMalformed = error instanceof CallFailure && "tokenHash" in error.fields;
      if (isMalformed || (error instanceof CallFailure && error.code === "link_expired")) {
        setIsSpent(true);
      }
    },
  });
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
        <p>{isFirst ? texts.firstExpiredText : texts.expiredText}</p>
        <ButtonLink href={isFirst ? paths.tracking : clientTabPath}>
          {isFirst ? texts.firstExpiredLabel : texts.expiredLabel}
        </ButtonLink>
        {isFirst && (
          <ButtonLink href={clientTabPath} look="outline">
            {texts.firstSignInLabel}
          </ButtonLink>
        )}
      </div>
    );
  }

  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <Fields
        table={fields}
        field={form.field}
        texts={{
          password: {
            label: isFirst ? texts.firstLabel : texts.passwordLabel,
            help: texts.passwordHelp,
          },
        }}
      />
      {alert}
      <Button className="btn-primary btn-lg" disabled={isBusy}>
        {isFirst ? texts.firstSubmitLabel : texts.submitLabel}
      </Button>
    </Form>
  );
}

/** Starts the session in this tab. Returns true when a contract was found. @throws when the session cannot start */
async function openContract(backend: Backend | null, session: Session): Promise<boolean> {
  if (!backend) throw noAnswer();
  const client = await contractClient(backend);
  const entered = await client.auth.setSession(session);
  if (entered.error) throw entered.error;
  const { data } = await client.from("contracts").select("contract_number").limit(1).maybeSingle();
  if (!data) return false;
  openContractNumber.write(data.contract_number);
  return true;
}
