import { useState } from "react";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { type ClaimView, landlordClaimReplySchema } from "#contracts/claims/claims.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../../backend/call-function.ts";
import type { LandlordAreaQueryResult } from "../../../content/sanity.types.ts";
import { Whole } from "../../../ui/section/facts.tsx";
import { AskFirst, ClaimChanged, ClaimWanted, EndTurn } from "../claim-actions.tsx";
import { useItemTexts } from "../claim-item-texts.tsx";
import { AskForReview, ClaimReviews } from "../claim-reviews.tsx";
import { ClaimSheet } from "../claim-sheet.tsx";
import { ChangeAccount } from "./claim-account.tsx";

type Texts = NonNullable<LandlordAreaQueryResult>;
type Action = keyof ClaimView["may"];

/** Right that each action needs, to know whether its form is still on the page. */
const rights = {
  withdraw: "withdraw",
  complete: "complete",
  done: "done",
  add: "add",
  reply: "reply",
  review: "review",
  "answer-review": "answerReview",
  "change-account": "changeAccount",
} as const satisfies Record<string, Action>;

interface Conflict {
  action: keyof typeof rights;
  message: string;
  unsent?: string | undefined;
}

interface ClaimCallsOptions {
  claim: ClaimView;
  /** Secret of the landlord's link. */
  secret: string;
  /** Reads the lease again. Resolves when it is loaded. */
  reload: () => Promise<unknown>;
}

/**
 * Returns the function that changes a claim, sending the version on the screen. A claim that has changed meanwhile is
 * read again. Its form keeps the typed text and shows what changed; `gone` has both when the form has disappeared.
 */
function useClaimCalls({ claim, secret, reload }: ClaimCallsOptions) {
  const backend = useBackend();
  const [conflict, setConflict] = useState<Conflict>();
  async function call(
    action: keyof typeof rights,
    fields: Readonly<Record<string, unknown>> = {},
    unsent?: string,
  ): Promise<void> {
    try {
      await callFunction(backend, {
        name: "landlord-claim",
        body: { action, secret, claimId: claim.id, version: claim.version, ...fields },
        data: landlordClaimReplySchema,
      });
      setConflict(undefined);
      await reload();
    } catch (error) {
      if (error instanceof CallFailure && error.code === "conflict") {
        await reload();
        setConflict({ action, message: error.message, unsent });
      }
      throw error;
    }
  }
  return { call, gone: conflict && !claim.may[rights[conflict.action]] ? conflict : undefined };
}

interface LandlordClaimProps extends ClaimCallsOptions {
  /** True when the claim was registered on this page a moment ago. */
  isNew: boolean;
  texts: Texts;
  onBack: () => void;
}

/** Shows a claim to its landlord, with the actions that are possible now. */
export function LandlordClaim({ claim, isNew, secret, texts, onBack, reload }: LandlordClaimProps) {
  const { claim: words, claimSheet } = texts;
  const { may } = claim;
  const { call, gone } = useClaimCalls({ claim, secret, reload });
  const replies = useItemTexts({
    claim,
    textOf: ({ reply }) => reply,
    texts: words.reply,
    onSend: (answers) => call("add", { answers }, answers.map(({ text }) => text).join("\n\n")),
  });
  const until = formatShortDate(claim.completeUntil);
  const account = may.changeAccount && (
    <ChangeAccount
      claim={claim}
      texts={words.account}
      backLabel={claimSheet.backLabel}
      onGive={(given) => call("change-account", { account: given })}
    />
  );
  const hasAccount = claim.account !== undefined;
  // Before the evidence is complete, there are no answers of the tenant to reply to yet.
  const mayReply = may.add && claim.items.some(({ answer }) => answer !== undefined);
  return (
    <ClaimSheet
      claim={claim}
      side="landlord"
      texts={claimSheet}
      stages={words.stages}
      party={{ secret }}
      onBack={onBack}
      onChanged={() => void reload()}
      notice={
        <>
          {isNew && may.complete && (
            <output className="grid gap-1 rounded-md bg-mint-100 p-4 print:hidden">
              <strong>
                {words.sent.title}: <Whole>{claim.protocol}</Whole>
              </strong>
              {fillVariables(words.sent.text, { until })}
            </output>
          )}
          {gone && <ClaimChanged {...gone} texts={claimSheet.changed} />}
        </>
      }
      closing={
        <>
          {may.complete && (
            <section
              className="grid grid-cols-1 gap-3 rounded-md bg-mint-100 p-4 print:hidden"
              aria-labelledby="claim-complete"
            >
              <h3 id="claim-complete" className="text-card">
                {words.completion.title}
              </h3>
              <p>{fillVariables(words.completion.text, { until })}</p>
              <AskFirst
                texts={{
                  ...words.completion,
                  title: words.completion.question,
                  text: words.completion.followsText,
                }}
                isPrimary
                onConfirm={() => call("complete")}
              />
            </section>
          )}
          <EndTurn claim={claim} texts={claimSheet} onConfirm={() => call("done")} />
          <AskForReview
            claim={claim}
            texts={claimSheet}
            onSend={(review) => call("review", review, review.text)}
          />
          {hasAccount && account}
          {may.withdraw && (
            <AskFirst texts={words.withdrawal} isDestructive onConfirm={() => call("withdraw")} />
          )}
        </>
      }
      {...(mayReply && replies)}
    >
      <ClaimWanted
        claim={claim}
        side="landlord"
        texts={claimSheet}
        onSend={(text) => call("reply", { text }, text)}
      />
      <ClaimReviews
        claim={claim}
        side="landlord"
        texts={claimSheet}
        onAnswer={(text) => call("answer-review", { text }, text)}
      />
      {!hasAccount && account}
    </ClaimSheet>
  );
}
