import * as z from "zod/mini";
import { type RenewalState, renewalStates } from "#contracts/leases/contract.ts";
import { useTenantAction, useTenantQuery } from "../../../backend/ask-as-tenant.ts";
import { ActionAlert, Button } from "../../../ui/feedback/button.tsx";
import type { ContractTexts } from "./contract-data.ts";

const renewalSchema = z.nullable(
  z.object({
    state: z.enum(renewalStates),
    /** Side that asked last. */
    askedBy: z.nullable(z.enum(["tenant", "landlord"])),
    mayAsk: z.boolean(),
  }),
);
const askedSchema = z.object({ state: z.enum(renewalStates) });

interface RenewContractProps {
  contractId: string;
  texts: ContractTexts["renewal"];
}

/** Lets a tenant ask for a renewal near the end of a contract, and shows the state of the renewal. */
export function RenewContract({ contractId, texts }: RenewContractProps) {
  const queryKey = ["contract", contractId, "renewal"];
  const { data } = useTenantQuery({
    queryKey,
    schema: renewalSchema,
    ask: (client) => client.rpc("my_renewal", { contract_id: contractId }),
  });
  const asking = useTenantAction({
    ask: (client) => client.rpc("ask_renewal", { contract_id: contractId }),
    schema: askedSchema,
    changes: queryKey,
  });
  if (!data || (data.state === "none" && !data.mayAsk)) return null;
  const words: Record<RenewalState, string> = {
    none: texts.text,
    asked: data.askedBy === "landlord" ? texts.landlordAskedText : texts.askedText,
    offered: texts.offeredText,
    declined: texts.declinedText,
    expired: texts.expiredText,
    renewed: texts.renewedText,
  };
  const mayAsk = data.mayAsk && data.state !== "asked" && data.state !== "offered";
  return (
    <section className="card card-border grid gap-4 print:hidden" aria-labelledby="renewal-title">
      <h2 id="renewal-title" className="text-card">
        {texts.title}
      </h2>
      {/* The result is announced, because the button disappears after the click. */}
      <output>{words[data.state]}</output>
      <ActionAlert action={asking}>{texts.failedText}</ActionAlert>
      {mayAsk && (
        <Button
          className="btn-primary max-sm:w-full sm:justify-self-start"
          isBusy={asking.isPending}
          onClick={() => asking.mutate()}
        >
          {texts.askLabel}
        </Button>
      )}
    </section>
  );
}
