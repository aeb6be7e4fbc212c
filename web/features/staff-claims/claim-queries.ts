import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type ClaimForm,
  type ClaimQueue,
  type ClaimRow,
  type RecourseState,
  claimChangeSchema,
  claimDetailSchema,
  claimListSchema,
  claimOpenedSchema,
} from "../../../supabase/functions/_shared/contracts/guarantee/claims.ts";
import { DataFailure, askAsStaff } from "../../backend/ask-as-staff.ts";
import { type Backend, useBackend } from "../../backend/backend-context.tsx";
import { openCaseFile } from "../../backend/files/case-files.ts";
import { tellFailure, useOpenInTab } from "../../backend/files/open-in-tab.ts";
import { usePages } from "../../backend/staff-queries.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";

const PAGE_SIZE = 20;

/** What changes with any claim. */
export const claimsKey = ["staff-claims"] as const;

/** The claims of a view that match a search, the one whose day is nearest first. */
export function useClaims(view: ClaimQueue, search: string) {
  const backend = useBackend();
  return usePages({
    queryKey: [...claimsKey, "list", view, search],
    pageSize: PAGE_SIZE,
    endOf: (last: ClaimRow) => ({ moment: last.sort_day, id: last.id }),
    read: async (after, signal) =>
      claimListSchema.parse(
        await askAsStaff(backend, (client) =>
          client
            .rpc("list_claims", {
              view,
              search: search || null,
              after_day: after?.moment ?? null,
              after_id: after?.id ?? null,
              page_size: PAGE_SIZE,
            })
            .abortSignal(signal),
        ),
      ),
  });
}

/** One claim with all that staff are to know of it; who asks is on record. */
export function useClaim(id: string) {
  const backend = useBackend();
  return useQuery({
    queryKey: [...claimsKey, "detail", id],
    queryFn: async ({ signal }) =>
      claimDetailSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("claim_detail", { claim_id: id }).abortSignal(signal),
        ),
      ),
    refetchOnWindowFocus: "always",
  });
}

/** An item as it is decided. */
export interface DecidedItem {
  id: string;
  granted: number;
  reason?: string | undefined;
  clause?: string | undefined;
}

/** What staff do about a claim; each is done once, however many clicks there are. */
export type ClaimDeed =
  | { name: "ask_for_claim"; side: "landlord" | "tenant"; text: string; until: string }
  | { name: "decide_claim"; items: DecidedItem[]; recourse: number }
  | { name: "second_claim"; agrees: boolean; note: string | null }
  | { name: "pay_claim"; paidOn: string; note: string | null }
  | { name: "set_claim_recourse"; state: RecourseState; note: string | null };

const doneTitles: Record<ClaimDeed["name"], string> = {
  ask_for_claim: "Pedido enviado por e-mail",
  decide_claim: "Decisão registrada",
  second_claim: "Conferência registrada",
  pay_claim: "Pagamento registrado",
  set_claim_recourse: "Situação registrada",
};

function doDeed(backend: Backend | null, claim_id: string, deed: ClaimDeed): Promise<unknown> {
  return askAsStaff(backend, (client) => {
    switch (deed.name) {
      case "ask_for_claim": {
        const { name, side, text, until } = deed;
        return client.rpc(name, { claim_id, side, text, until });
      }
      case "decide_claim": {
        const items = deed.items.map(({ id, granted, reason, clause }) => ({
          id,
          granted,
          reason: reason ?? null,
          clause: clause ?? null,
        }));
        return client.rpc(deed.name, { claim_id, items, recourse: deed.recourse });
      }
      case "second_claim":
        return client.rpc(deed.name, { claim_id, agrees: deed.agrees, note: deed.note });
      case "pay_claim":
        return client.rpc(deed.name, { claim_id, paid_on: deed.paidOn, note: deed.note });
      case "set_claim_recourse":
        return client.rpc(deed.name, { claim_id, state: deed.state, note: deed.note });
    }
  });
}

/** Does one of these; whoever comes second is told that nothing changed, and why. */
export function useClaimDeed(claimId: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (deed: ClaimDeed) =>
      claimChangeSchema.parse(await doDeed(backend, claimId, deed)),
    onSuccess: ({ changed, why }, { name }) => tell(changed, doneTitles[name], why),
    // The contract's payments and history, too.
    onSettled: () => queries.invalidateQueries(),
  });
}

/** Opens a claim in the landlord's name, once per `requestId`. */
export function useOpenClaim(contractId: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (request: ClaimForm & { requestId: string }) =>
      claimOpenedSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("open_claim_for", {
            contract_id: contractId,
            request: {
              requestId: request.requestId,
              items: request.items,
              account: request.account ?? null,
            },
          }),
        ),
      ),
    onSuccess: ({ changed, why }) => tell(changed, "Pedido de acionamento aberto", why),
    onSettled: () => queries.invalidateQueries(),
  });
}

function tell(changed: boolean, title: string, why = ""): void {
  showToast(
    changed ? { title, tone: "success" } : { title: "Nada mudou", description: why, tone: "info" },
  );
}

/** Why a claim is as it was before, in words for whoever did it. */
export function whyNot(error: Error | null): string {
  const isSaid = error instanceof DataFailure && error.reason === "refused";
  return isSaid ? error.message : "Nada mudou. O que você escreveu continua aqui: tente novamente.";
}

/** Opens what was written of a claim, its decision or the receipt of its payment, in a tab. */
export function useOpenPaper() {
  const backend = useBackend();
  return useOpenInTab({
    sign: (paper: { claimId: string } | { paymentId: string }) =>
      openCaseFile(backend, "staff", paper),
    onFailed: (error) => tellFailure("Erro ao abrir o documento", error),
  });
}
