import { type ClaimView, landlordClaimReplySchema } from "#contracts/claims/claims.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { callFunction } from "../../../backend/call-function.ts";
import {
  type AccountFieldTexts,
  ConfirmAccount,
  GiveAccount,
} from "../../payments/bank-account.tsx";

interface ChangeAccountProps {
  claim: ClaimView;
  /** Secret of the landlord's link. */
  secret: string;
  texts: AccountFieldTexts;
  backLabel: string;
  onChanged: () => void;
}

/** Gives or changes the account to which a claim is paid. */
export function ChangeAccount({ claim, secret, texts, backLabel, onChanged }: ChangeAccountProps) {
  const backend = useBackend();
  const isFirst = claim.account === undefined && claim.accountNext === undefined;
  return (
    <section className="grid grid-cols-1 gap-4 print:hidden" aria-label={texts.changeTitle}>
      <GiveAccount
        fields={texts}
        texts={texts}
        title={isFirst ? texts.giveLabel : texts.changeTitle}
        isFirst={isFirst}
        backLabel={backLabel}
        give={(account) =>
          callFunction(backend, {
            name: "landlord-claim",
            body: { action: "change-account", secret, claimId: claim.id, account },
            data: landlordClaimReplySchema,
          })
        }
        onGiven={onChanged}
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
