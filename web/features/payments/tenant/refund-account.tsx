import * as z from "zod/mini";
import { fillVariables } from "#contracts/fields/variables.ts";
import {
  type RefundAccount as Accounts,
  refundAccountSchema,
} from "#contracts/requests/tracking.ts";
import { callAsParty, useTenantQuery } from "../../../backend/ask-as-tenant.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { callFunction } from "../../../backend/call-function.ts";
import type { ContractQueryResult } from "../../../content/sanity.types.ts";
import { LoadFailed } from "../../../ui/feedback/query-state.tsx";
import { ConfirmAccount, GiveAccount } from "../bank-account.tsx";

type Texts = Pick<NonNullable<ContractQueryResult>, "refundAccount" | "accountFields">;

interface RefundAccountProps {
  contractId: string;
  texts: Texts & Pick<NonNullable<ContractQueryResult>, "tryAgainLabel">;
}

/** Asks the signed-in tenant for the account of a refund. Shows nothing when there is no refund. */
export function RefundAccount({ contractId, texts }: RefundAccountProps) {
  const { data, isError, refetch } = useTenantQuery({
    queryKey: ["contract", contractId, "refund-account"],
    schema: z.nullable(refundAccountSchema),
    ask: (client) => client.rpc("my_refund_account", { contract_id: contractId }),
  });
  if (isError) {
    return (
      <LoadFailed
        text={texts.refundAccount.loadFailedText}
        retryLabel={texts.tryAgainLabel}
        onRetry={refetch}
      />
    );
  }
  if (!data) return null;
  return (
    <RefundAccountForm
      by={{ contractId }}
      accounts={data}
      texts={texts}
      onGiven={() => void refetch()}
    />
  );
}

interface RefundAccountFormProps {
  /**
   * Identifies the tenant to the server: by the secret of the tracking link, or by a contract of the signed-in tenant.
   */
  by: { secret: string } | { contractId: string };
  accounts: Accounts;
  texts: Texts;
  /** Called after the tenant gave an account, so that the parent reads the accounts again. */
  onGiven: () => void;
}

/**
 * Shows the masked account of a refund, and lets the tenant give another account. The new account is used only after a
 * mailed link has confirmed it.
 */
export function RefundAccountForm({ by, accounts, texts, onGiven }: RefundAccountFormProps) {
  const { refundAccount: words, accountFields } = texts;
  const backend = useBackend();
  const { account, next } = accounts;
  if (!accountFields) return null;
  return (
    <section className="grid grid-cols-1 gap-4 print:hidden" aria-labelledby="refund-account">
      <h3 id="refund-account" className="text-card">
        {words.title}
      </h3>
      {!account && !next && <p>{words.text}</p>}
      {account && <p>{fillVariables(words.accountText, { account: account.text })}</p>}
      {next && <p>{fillVariables(words.nextText, { account: next.text })}</p>}
      {(next ?? account)?.isOther && <p className="font-bold">{words.otherText}</p>}
      <GiveAccount
        fields={accountFields}
        texts={words}
        isFirst={!account && !next}
        backLabel={words.backLabel}
        give={(given) =>
          callAsParty(backend, "secret" in by ? by : "tenant", {
            name: "refund-account",
            body: { action: "give", ...by, account: given },
            data: refundAccountSchema,
          })
        }
        onGiven={onGiven}
      />
    </section>
  );
}

interface ConfirmRefundAccountProps {
  accountSecret: string;
  texts: NonNullable<ContractQueryResult>["refundAccount"];
}

export function ConfirmRefundAccount({ accountSecret, texts }: ConfirmRefundAccountProps) {
  const backend = useBackend();
  return (
    <ConfirmAccount
      texts={texts}
      confirm={async () => {
        const { account } = await callFunction(backend, {
          name: "refund-account",
          body: { action: "confirm", accountSecret },
          data: refundAccountSchema,
        });
        return account?.text ?? "";
      }}
    />
  );
}
