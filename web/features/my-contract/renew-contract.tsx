import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import {
  type RenewalState,
  renewalStates,
} from "../../../supabase/functions/_shared/contracts/guarantee/contract.ts";
import { DataFailure, readReply } from "../../backend/ask-as-staff.ts";
import { type Backend, useBackend } from "../../backend/backend-context.tsx";
import { contractClient } from "../../backend/contract-session.ts";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { FormAlert } from "../../ui/form/form.tsx";
import type { ContractTexts } from "./contract-data.ts";

const renewalSchema = z.nullable(z.object({ state: z.enum(renewalStates), mayAsk: z.boolean() }));
const askedSchema = z.object({ state: z.enum(renewalStates) });

interface RenewContractProps {
  contractId: string;
  texts: ContractTexts["renewal"];
}

/** Asks for a renewal by one click, near the end of a contract, and tells how far it is. */
export function RenewContract({ contractId, texts }: RenewContractProps) {
  const backend = useBackend();
  const queries = useQueryClient();
  const queryKey = ["contract", contractId, "renewal"];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => readRenewal(backend, contractId, signal),
    gcTime: 0,
  });
  const asking = useMutation({
    mutationFn: () => askRenewal(backend, contractId),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  });
  if (!data || (data.state === "none" && !data.mayAsk)) return null;
  const words: Record<RenewalState, string> = {
    none: texts.text,
    asked: texts.askedText,
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
      {/* The button goes once it was clicked: what came of it is announced. */}
      <output>{words[data.state]}</output>
      {asking.isError && <FormAlert key={asking.submittedAt}>{texts.failedText}</FormAlert>}
      {mayAsk && (
        <button
          type="button"
          className="btn btn-primary max-sm:w-full sm:justify-self-start"
          disabled={asking.isPending}
          onClick={() => asking.mutate()}
        >
          {asking.isPending && <SpinnerRing />}
          {texts.askLabel}
        </button>
      )}
    </section>
  );
}

async function readRenewal(backend: Backend | null, contractId: string, signal: AbortSignal) {
  if (!backend) throw new DataFailure("unavailable");
  const client = await contractClient(backend);
  const reply = await client.rpc("my_renewal", { contract_id: contractId }).abortSignal(signal);
  return renewalSchema.parse(readReply(reply));
}

async function askRenewal(backend: Backend | null, contractId: string) {
  if (!backend) throw new DataFailure("unavailable");
  const client = await contractClient(backend);
  return askedSchema.parse(readReply(await client.rpc("ask_renewal", { contract_id: contractId })));
}
