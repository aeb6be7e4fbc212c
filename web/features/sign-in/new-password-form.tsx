import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import {
  type Session,
  newPasswordFormSchema,
  passwordResetReplySchema,
} from "../../../supabase/functions/_shared/contracts/accounts.ts";
import { type Backend, useBackend } from "../../backend/backend-context.tsx";
import { openContractNumber } from "../../backend/browser-storage.ts";
import { CallFailure, callFunction, noAnswer } from "../../backend/call-function.ts";
import { contractClient, deviceToken } from "../../backend/contract-session.ts";
import { clientTabPath, paths } from "../../config/paths.ts";
import { passwordLook } from "../../content/password-field.tsx";
import type { NewPasswordQueryResult } from "../../content/sanity.types.ts";
import { ButtonLink } from "../../ui/layout/links.tsx";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";

export type NewPasswordTexts = NonNullable<NewPasswordQueryResult>;

const fields = defineFields(newPasswordFormSchema, {
  password: passwordLook({ id: "new-password", autoComplete: "new-password" }),
});

interface NewPasswordFormProps {
  texts: NewPasswordTexts;
  /** From the link of the mail; null for a visit without one. */
  token: string | null;
  /** The link came with the contract. */
  isFirst: boolean;
  /** Goes on to the contract, or to where one signs in. */
  onChanged: (path: string) => void;
}

/**
 * Spends a link on a new password and opens the contract with it, or says that the link is spent and
 * what to do.
 */
export function NewPasswordForm({ texts, token, isFirst, onChanged }: NewPasswordFormProps) {
  const backend = useBackend();
  const [isSpent, setIsSpent] = useState(token === null);
  const [device] = useState(deviceToken.read);
  const { form, field } = useValidatedForm(fields);
  const reset = useMutation({
    mutationFn: async (body: { password: string }) => {
      const { session } = await callFunction(backend, {
        name: "reset-contract-password",
        body: { ...body, tokenHash: token, device },
        data: passwordResetReplySchema,
      });
      deviceToken.keep(device);
      // The password is set: whatever fails from here on, one signs in with it.
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
        texts={{
          password: {
            label: isFirst ? texts.firstLabel : texts.passwordLabel,
            help: texts.passwordHelp,
          },
        }}
      />
      {reset.error && <FormAlert>{reset.error.message || texts.failedText}</FormAlert>}
      <button type="submit" className="btn btn-primary btn-lg" disabled={isBusy}>
        {isFirst ? texts.firstSubmitLabel : texts.submitLabel}
      </button>
    </Form>
  );
}

/** Enters the session of the account whose password was set, in this tab. @throws when it cannot be entered */
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
