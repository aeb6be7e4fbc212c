import {
  type ClaimForm,
  type ClaimQueue,
  type RecourseState,
  claimChangeSchema,
  claimDetailSchema,
  claimRowSchema,
  claimOpenedSchema,
} from "#contracts/claims/claims.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import type { Client } from "../../../backend/connect-supabase.ts";
import { openCaseFile } from "../../../backend/files/case-files.ts";
import { useOpenInTab } from "../../../backend/files/case-files.ts";
import {
  useStaffAction,
  useStaffPages,
  useStaffQuery,
} from "../../../backend/staff/staff-hooks.ts";
import { reportFailure } from "../../../ui/feedback/report-failure.ts";
import type { ToastTexts } from "../../../ui/feedback/show-toast.tsx";
import { sentenceOf } from "../../../ui/form/form-failure.ts";

/** Key of the queries that any change of a claim makes stale. */
export const claimsKey = ["staff-claims"] as const;

/** Reads the claims of a view that match a search, the nearest deadline first. */
export function useClaims(view: ClaimQueue, search: string) {
  return useStaffPages({
    queryKey: [...claimsKey, "list", view, search],
    schema: claimRowSchema,
    ask: (client, after, page_size) =>
      client.rpc("list_claims", {
        view,
        search: search || null,
        after_day: after?.moment ?? null,
        after_id: after?.id ?? null,
        page_size,
      }),
    endOf: (last) => ({ moment: last.sort_day, id: last.id }),
  });
}

/** Reads one claim with all its data. The database records who reads it. */
export function useClaim(id: string) {
  return useStaffQuery({
    queryKey: [...claimsKey, "detail", id],
    schema: claimDetailSchema,
    ask: (client) => client.rpc("claim_detail", { claim_id: id }),
    refetchOnWindowFocus: "always",
  });
}

export interface DecidedItem {
  id: string;
  granted: number;
  reason?: string | undefined;
  clause?: string | undefined;
}

/** Actions of staff on a claim. Each takes effect only once, however often it is sent. */
export type ClaimDeed =
  | { name: "ask_for_claim"; side: "landlord" | "tenant"; text: string; until: string }
  | { name: "decide_claim"; items: DecidedItem[]; recourse: number }
  | { name: "second_claim"; agrees: boolean; note: string | null }
  | { name: "set_claim_recourse"; state: RecourseState; note: string | null };

const doneTitles: Record<ClaimDeed["name"], string> = {
  ask_for_claim: "Pedido enviado por e-mail",
  decide_claim: "Decisão registrada",
  second_claim: "Conferência registrada",
  set_claim_recourse: "Situação registrada",
};

function doDeed(client: Client, claim_id: string, deed: ClaimDeed) {
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
    case "set_claim_recourse":
      return client.rpc(deed.name, { claim_id, state: deed.state, note: deed.note });
  }
}

/** Runs an action. A person who comes second is told that nothing changed, and why. */
export function useClaimDeed(claimId: string) {
  return useStaffAction({
    ask: (client, deed: ClaimDeed) => doDeed(client, claimId, deed),
    schema: claimChangeSchema,
    success: ({ changed, why }, { name }) => (changed ? doneTitles[name] : unchanged(why)),
    // The action also changes the contract's payments and history.
    changes: "everything",
  });
}

export function useOpenClaim(contractId: string) {
  return useStaffAction({
    ask: (client, { requestId, items, account }: ClaimForm & { requestId: string }) =>
      client.rpc("open_claim_for", {
        contract_id: contractId,
        request: { requestId, items, account: account ?? null },
      }),
    schema: claimOpenedSchema,
    success: ({ changed, why }) => (changed ? "Pedido de acionamento aberto" : unchanged(why)),
    changes: "everything",
  });
}

const unchanged = (why = ""): ToastTexts => ({
  title: "Nada mudou",
  description: why,
  tone: "info",
});

/** Explains to staff why a claim did not change. */
export function whyNot(error: Error | null): string {
  return sentenceOf(error) || nothingChanged;
}

export const nothingChanged = "Nada mudou. O que você escreveu continua aqui: tente novamente.";

/** Opens the decision on a claim or the receipt of its payment in a new tab. */
export function useOpenPaper() {
  const backend = useBackend();
  return useOpenInTab({
    sign: (paper: { claimId: string } | { movementId: string }) =>
      openCaseFile(backend, "staff", paper),
    onFailed: (error) => reportFailure("Erro ao abrir o documento", error),
  });
}
