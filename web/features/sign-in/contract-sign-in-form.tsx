import { useRef } from "react";
import type { ClientAreaQueryResult } from "../../content/sanity.types.ts";
import { TextField } from "../../ui/text-field.tsx";
import { RecoveryDialog, type RecoveryTexts } from "./recovery-dialog.tsx";

interface ContractSignInFormProps {
  texts: NonNullable<ClientAreaQueryResult>["clientTab"];
  recovery: RecoveryTexts;
}

/** Contract number and password for tenants, with the way out for a forgotten password. */
export function ContractSignInForm({ texts, recovery }: ContractSignInFormProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <form method="post" className="grid gap-5">
        <h2 className="text-card">{texts.heading}</h2>
        <TextField
          name="contractNumber"
          texts={{ label: texts.contractNumberLabel }}
          autoComplete="username"
          required
        />
        <TextField
          name="password"
          id="contract-password"
          type="password"
          texts={{ label: texts.passwordLabel }}
          autoComplete="current-password"
          minLength={6}
          required
        />
        <button type="submit" className="btn btn-primary btn-lg">
          {texts.submitLabel}
        </button>
        <button type="button" className="text-button" onClick={() => dialog.current?.showModal()}>
          {texts.forgotLabel}
        </button>
      </form>
      <RecoveryDialog ref={dialog} texts={recovery} />
    </>
  );
}
