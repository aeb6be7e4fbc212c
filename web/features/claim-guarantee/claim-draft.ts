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

/**
 * The items of a claim, by its contract, for as long as the tab: they survive a reload and a phone that
 * opens its camera. The account is none of it, and the contract's id names nobody.
 */
export function claimDrafts(storage?: BrowserStorage) {
  const none = (): ClaimDraft => ({ requestId: crypto.randomUUID(), items: [] });
  return drafts<ClaimDraft>("payser-rascunho-acionamento-", draftSchema, none, storage);
}

const answersSchema = z.record(z.string(), z.string().check(z.maxLength(2000)));

type Answers = Readonly<z.output<typeof answersSchema>>;

/** What a tenant has written of the answers to a claim, by item, until it has arrived; for as long as the tab. */
export function answerDrafts(storage?: BrowserStorage) {
  const none = (): Answers => ({});
  return drafts<Answers>("payser-rascunho-respostas-", answersSchema, none, storage);
}

/** What is kept in this tab under `name` and an id; `none` where there is none, or it is not ours. */
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
