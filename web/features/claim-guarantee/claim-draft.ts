import * as z from "zod/mini";
import {
  claimItemFormSchema,
  mostClaimItems,
} from "../../../supabase/functions/_shared/contracts/guarantee/claims.ts";
import { type BrowserStorage, browserStorage } from "../../backend/browser-storage.ts";

/** An item as it is kept until the claim has arrived. */
export type DraftItem = z.output<typeof claimItemFormSchema>;

/** What a landlord wrote of a claim that has not arrived. */
export interface ClaimDraft {
  /** Of the form: sent again, after a reload too, it is the same claim. */
  requestId: string;
  items: readonly DraftItem[];
}

const draftSchema = z.object({
  requestId: z.uuid(),
  items: z.array(claimItemFormSchema).check(z.maxLength(mostClaimItems)),
});

const keyOf = (contractId: string) => `payser-rascunho-acionamento-${contractId}`;

/**
 * The items of a claim on one contract, for as long as the tab: they survive a reload and a phone that
 * opens its camera. The account is none of it, and the contract's id names nobody.
 */
export function claimDrafts(storage: BrowserStorage = browserStorage("sessionStorage")) {
  return {
    read(contractId: string): ClaimDraft {
      try {
        return draftSchema.parse(JSON.parse(storage.getItem(keyOf(contractId)) ?? ""));
      } catch {
        // There is none, or it is not ours.
        return { requestId: crypto.randomUUID(), items: [] };
      }
    },
    write: (contractId: string, draft: ClaimDraft) =>
      storage.setItem(keyOf(contractId), JSON.stringify(draft)),
    forget: (contractId: string) => storage.removeItem(keyOf(contractId)),
  };
}

const answersSchema = z.record(z.string(), z.string().check(z.maxLength(2000)));

/** What a tenant has written of the answers to a claim, by item, until it has arrived; for as long as the tab. */
export function answerDrafts(storage: BrowserStorage = browserStorage("sessionStorage")) {
  const answersKey = (claimId: string) => `payser-rascunho-respostas-${claimId}`;
  return {
    read(claimId: string): Readonly<Record<string, string>> {
      try {
        return answersSchema.parse(JSON.parse(storage.getItem(answersKey(claimId)) ?? ""));
      } catch {
        return {};
      }
    },
    write: (claimId: string, answers: Readonly<Record<string, string>>) =>
      storage.setItem(answersKey(claimId), JSON.stringify(answers)),
    forget: (claimId: string) => storage.removeItem(answersKey(claimId)),
  };
}
