import * as z from "zod/mini";
import { claimItemFormSchema } from "#contracts/claims/claim-forms.ts";
import { mostClaimItems } from "#contracts/claims/claims.ts";
import { type BrowserStorage, browserStorage } from "../../backend/browser-storage.ts";

export type DraftItem = z.output<typeof claimItemFormSchema>;

/** Claim that a landlord has not sent yet. */
export interface ClaimDraft {
  /** Id of the form, kept across reloads. A form that is sent twice creates only one claim. */
  requestId: string;
  /** Day of the damage, as YYYY-MM-DD; absent until it is chosen. */
  happenedOn?: string | undefined;
  items: readonly DraftItem[];
}

const draftSchema = z.object({
  requestId: z.uuid(),
  happenedOn: z.optional(z.string()),
  items: z.array(claimItemFormSchema).check(z.maxLength(mostClaimItems)),
});

/**
 * Stores drafts of claims by lease id for this tab, because a phone that opens its camera may reload the page. Drafts
 * contain no bank account, and the lease id does not identify a person.
 */
export function claimDrafts(storage?: BrowserStorage) {
  const none = (): ClaimDraft => ({ requestId: crypto.randomUUID(), items: [] });
  return drafts<ClaimDraft>("payser-rascunho-acionamento-", draftSchema, none, storage);
}

const answersSchema = z.record(z.string(), z.string().check(z.maxLength(2000)));

type Answers = Readonly<z.output<typeof answersSchema>>;

/** Drafts of a side's answers by item, kept for the tab until they are sent. */
export function answerDrafts(storage?: BrowserStorage) {
  const none = (): Answers => ({});
  return drafts<Answers>("payser-rascunho-respostas-", answersSchema, none, storage);
}

/** Stores drafts in this tab under `name` plus an id. `read` returns `none()` for a missing or invalid text. */
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
