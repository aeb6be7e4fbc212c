import { type ClaimView, landlordClaimReplySchema } from "#contracts/claims/claims.ts";
import type { BankAccount } from "#contracts/payments/bank-account.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { callFunction } from "../../../backend/call-function.ts";
import {
  type AccountFieldTexts,
  ConfirmAccount,
  GiveAccount,
} from "../../payments/bank-account.tsx";

interface ChangeAccountProps {
  claim: ClaimView;
  texts: AccountFieldTexts;
  backLabel: string;
  /** Sends the account and reads the claim again. */
  onGive: (account: BankAccount) => Promise<unknown>;
}

/** Gives or changes the account to which a claim is paid. */
export function ChangeAccount({ claim, texts, backLabel, onGive }: ChangeAccountProps) {
  const isFirst = claim.account === undefined && claim.accountNext === undefined;
  return (
    <section className="grid grid-cols-1 gap-4 print:hidden" aria-label={texts.changeTitle}>
      <GiveAccount
        fields={texts}
        texts={texts}
        title={isFirst ? texts.giveLabel : texts.changeTitle}
        isFirst={isFirst}
        backLabel={backLabel}
        give={onGive}
        onGiven={() => {}}
      />
    </section>
  );
}

interface ConfirmClaimAccountProps {
  accountSecret: string;
  texts: AccountFieldTexts;
}

export function ConfirmClaimAccount({ accountSecret, texts }: ConfirmClaimAccountProps) {
  const backend = useBackend();
  return (
    <ConfirmAccount
      texts={texts}
      confirm={async () => {
        const { claim } = await callFunction(backend, {
          name: "landlord-claim",
          body: { action: "confirm-account", accountSecret },
          data: landlordClaimReplySchema,
        });
        return claim.protocol;
      }}
    />
  );
}
