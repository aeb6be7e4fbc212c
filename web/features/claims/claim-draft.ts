import * as z from "zod/mini";
import { claimItemFormSchema, mostClaimItems } from "#contracts/claims/claims.ts";
import { type BrowserStorage, browserStorage } from "../../backend/browser-storage.ts";

export type DraftItem = z.output<typeof claimItemFormSchema>;

/** Claim that a landlord has not sent yet. */
export interface ClaimDraft {
  /** Id of the form. Sent again, even after a reload, it is the same claim. */
  requestId: string;
  items: readonly DraftItem[];
}

const draftSchema = z.object({
  requestId: z.uuid(),
  items: z.array(claimItemFormSchema).check(z.maxLength(mostClaimItems)),
});

/**
 * Drafts of claims by contract id, kept for the tab: they survive a phone that opens its camera.
 * They hold no bank account, and the id names nobody.
 */
export function claimDrafts(storage?: BrowserStorage) {
  const none = (): ClaimDraft => ({ requestId: crypto.randomUUID(), items: [] });
  return drafts<ClaimDraft>("payser-rascunho-acionamento-", draftSchema, none, storage);
}

const answersSchema = z.record(z.string(), z.string().check(z.maxLength(2000)));

type Answers = Readonly<z.output<typeof answersSchema>>;

/** Drafts of a tenant's answers by item, kept for the tab until they are sent. */
export function answerDrafts(storage?: BrowserStorage) {
  const none = (): Answers => ({});
  return drafts<Answers>("payser-rascunho-respostas-", answersSchema, none, storage);
}

/** Keeps drafts in this tab under `name` and an id. Reads `none` when the stored text is absent or not ours. */
function drafts<Draft>(
  name: string,
  schema: z.ZodMiniType<Draft>,
  none: () => Draft,
  storage = browserStorage("sessionStorage"),
) {
  return {
    read(id: string): Draft {
      try {
        return schema.parse(JSON.parse(storage.getItem(name + id) ?? ""));
      } catch {
        return none();
      }
    },
    write: (id: string, draft: Draft) => storage.setItem(name + id, JSON.stringify(draft)),
    forget: (id: string) => storage.removeItem(name + id),
  };
}
