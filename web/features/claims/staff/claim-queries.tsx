import type * as z from "zod/mini";
import type { ClaimForm } from "#contracts/claims/claim-forms.ts";
import { type RecourseState, claimChangeSchema } from "#contracts/claims/claims.ts";
import {
  type ClaimDetail,
  type ClaimQueue,
  claimDetailSchema,
  claimRowSchema,
  claimOpenedSchema,
} from "#contracts/claims/claim-staff.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import type { Client } from "../../../backend/connect-supabase.ts";
import { openCaseFile, useOpenInTab } from "../../../backend/files/case-files.ts";
import {
  useStaffAction,
  useStaffPages,
  useStaffQuery,
} from "../../../backend/staff/staff-hooks.ts";
import { reportFailure } from "../../../ui/feedback/report-failure.ts";
import { UndoButton } from "../../../ui/feedback/undo-button.tsx";
import type { ToastTexts } from "../../../ui/feedback/show-toast.tsx";
import { sentenceOf } from "../../../ui/form/form-failure.ts";

type ClaimChange = z.output<typeof claimChangeSchema>;

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

/** Actions of staff on a claim. `version` is the version on the screen; an old one is refused with what has changed. */
export type ClaimDeed =
  | {
      name: "ask_for_claim";
      version: number;
      side: "landlord" | "tenant";
      text: string;
      until: string;
    }
  | { name: "decide_claim"; version: number; items: DecidedItem[]; recourse: number }
  | { name: "second_claim"; version: number; agrees: boolean; note: string }
  | { name: "set_claim_recourse"; state: RecourseState; note: string | null };

function doDeed(client: Client, claim_id: string, deed: ClaimDeed) {
  switch (deed.name) {
    case "ask_for_claim": {
      const { name, side, text, until, version } = deed;
      return client.rpc(name, { claim_id, side, text, until, version });
    }
    case "decide_claim": {
      const items = deed.items.map(({ id, granted, reason, clause }) => ({
        id,
        granted,
        reason: reason ?? null,
        clause: clause ?? null,
      }));
      const { recourse, version } = deed;
      return client.rpc(deed.name, { claim_id, items, recourse, version });
    }
    case "second_claim": {
      const { name, agrees, note, version } = deed;
      return client.rpc(name, { claim_id, agrees, note, version });
    }
    case "set_claim_recourse":
      return client.rpc(deed.name, { claim_id, state: deed.state, note: deed.note });
  }
}

/**
 * Runs an action. A person who comes second is told that nothing changed, and why. A decision or an agreement can be
 * undone for some seconds, by a button in the notice. `onVersion` gets the claim's version after each own change.
 */
export function useClaimDeed(claim: ClaimDetail, onVersion?: (version: number) => void) {
  const undoing = useUndoDecision(claim, onVersion);
  return useStaffAction({
    ask: (client, deed: ClaimDeed) => doDeed(client, claim.id, deed),
    schema: claimChangeSchema,
    success: (answer, deed) =>
      answer.changed
        ? report(deed, answer, claim.contract.landlordName, () => undoing.mutate())
        : unchanged(answer.why),
    onSuccess: ({ version }) => onVersion?.(version),
    // The action also changes the contract's payments and history.
    changes: "everything",
  });
}

const titles: Record<ClaimDeed["name"], string> = {
  ask_for_claim: "Pedido enviado por e-mail",
  set_claim_recourse: "Situação registrada",
  decide_claim: "Decisão registrada",
  second_claim: "Conferência registrada",
};

/** Reports an action on the claim of a landlord, whom the toast names. */
function report(
  deed: ClaimDeed,
  { stage, undoSeconds: seconds = 0 }: ClaimChange,
  landlord: string,
  onUndo: () => void,
): ToastTexts {
  const done = { title: titles[deed.name], description: landlord, tone: "success" as const };
  const isFinal = deed.name === "decide_claim" || (deed.name === "second_claim" && deed.agrees);
  if (!isFinal) return done;
  const next =
    stage === "second"
      ? "Outra pessoa da equipe confere antes que as partes sejam avisadas."
      : seconds > 0
        ? `Os e-mails às partes saem em ${seconds} segundos.`
        : "As partes são avisadas por e-mail.";
  const told = { ...done, description: `${landlord}. ${next}` };
  if (seconds === 0) return told;
  const control = <UndoButton until={Date.now() + seconds * 1000} onUndo={onUndo} />;
  return { ...told, action: { control, milliseconds: seconds * 1000 } };
}

/** Undoes the own decision or agreement. A decision that waits for a second person can be withdrawn at any time. */
export function useUndoDecision(
  { id, contract: { landlordName } }: ClaimDetail,
  onVersion?: (version: number) => void,
) {
  return useStaffAction({
    ask: (client) => client.rpc("undo_claim_decision", { claim_id: id }),
    schema: claimChangeSchema,
    success: ({ changed }): ToastTexts =>
      changed
        ? {
            title: "Decisão desfeita",
            description: `${landlordName}. Nenhum e-mail foi enviado.`,
            tone: "success",
          }
        : {
            title: "Não dá mais para desfazer",
            description: `${landlordName}. O e-mail já saiu ou está saindo.`,
            tone: "destructive",
          },
    failure: "Erro ao desfazer",
    onSuccess: ({ version }) => onVersion?.(version),
    changes: "everything",
  });
}

export function useOpenClaim(contractId: string) {
  return useStaffAction({
    ask: (client, { requestId, happenedOn, items, account }: ClaimForm & { requestId: string }) =>
      client.rpc("open_claim_for", {
        contract_id: contractId,
        request: { requestId, happenedOn, items, account: account ?? null },
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

/** Explains to staff why a claim did not change: what has changed meanwhile, or another reason of the server. */
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
