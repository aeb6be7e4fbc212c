import { useState } from "react";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { type ClaimView, claimChangeSchema, recourseTitles } from "#contracts/claims/claims.ts";
import { askAsTenant } from "../../../backend/ask-as-tenant.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { DataFailure } from "../../../backend/data-failure.ts";
import type { ContractTexts } from "../../leases/tenant/contract-data.ts";
import { ClaimChanged, ClaimWanted, EndTurn } from "../claim-actions.tsx";
import type { ClaimSheetTexts } from "../claim-files.tsx";
import { useItemTexts } from "../claim-item-texts.tsx";
import { AskForReview, ClaimReviews } from "../claim-reviews.tsx";
import { ClaimSheet } from "../claim-sheet.tsx";

interface TenantClaimProps {
  claim: ClaimView;
  texts: ContractTexts["claim"];
  sheet: ClaimSheetTexts;
  onBack: () => void;
  reload: () => Promise<unknown>;
}

/** Action of the tenant that the server refused, with the text that was typed for it. */
interface Refused {
  act: keyof ClaimView["may"];
  message: string;
  unsent: string | undefined;
}

/** Shows a claim to its tenant with its possible later costs, and takes answers, reviews and replies. */
export function TenantClaim({ claim, texts, sheet, onBack, reload }: TenantClaimProps) {
  const backend = useBackend();
  const { id: claim_id, version, granted = 0, recourse, may } = claim;
  const [refused, setRefused] = useState<Refused>();

  /**
   * Calls a function with the version on the screen. After a refusal the claim is read again, so that the screen shows
   * what has changed and the next attempt sends the new version.
   */
  async function act(
    ask: Parameters<typeof askAsTenant>[1],
    { act: name, unsent }: { act: Refused["act"]; unsent?: string | undefined },
  ): Promise<void> {
    setRefused(undefined);
    try {
      claimChangeSchema.parse(await askAsTenant(backend, ask));
    } catch (error) {
      if (error instanceof DataFailure && error.reason === "refused") {
        setRefused({ act: name, message: error.sentence, unsent });
        await reload();
      }
      throw error;
    }
    await reload();
  }

  const { renderAnswer, renderItems } = useItemTexts({
    claim,
    textOf: ({ answer }) => answer,
    texts: {
      ...texts.answer,
      intro: claim.completeAt
        ? texts.answer.intro
        : fillVariables(texts.answer.earlyText, { until: formatShortDate(claim.completeUntil) }),
    },
    onSend: (answers) =>
      act((client) => client.rpc("answer_claim", { claim_id, answers, version }), {
        act: "answer",
        unsent: answers.map(({ text }) => text).join("\n\n"),
      }),
  });

  return (
    <ClaimSheet
      claim={claim}
      side="tenant"
      texts={sheet}
      stages={texts.stages}
      party="tenant"
      onBack={onBack}
      onChanged={() => void reload()}
      // While a form is on the screen, it shows the refusal itself.
      notice={
        refused &&
        !may[refused.act] && (
          <ClaimChanged message={refused.message} unsent={refused.unsent} texts={sheet.changed} />
        )
      }
      closing={
        <>
          <EndTurn
            claim={claim}
            texts={sheet}
            onConfirm={() =>
              act((client) => client.rpc("end_claim_turn", { claim_id, version }), { act: "done" })
            }
          />
          <AskForReview
            claim={claim}
            texts={sheet}
            onSend={({ items, text }) =>
              act((client) => client.rpc("review_claim", { claim_id, items, text, version }), {
                act: "review",
                unsent: text,
              })
            }
          />
        </>
      }
      {...(may.answer && { renderAnswer, renderItems })}
    >
      <ClaimWanted
        claim={claim}
        side="tenant"
        texts={sheet}
        onSend={(text = "") =>
          act((client) => client.rpc("reply_claim", { claim_id, text, version }), {
            act: "reply",
            unsent: text,
          })
        }
      />
      <ClaimReviews
        claim={claim}
        side="tenant"
        texts={sheet}
        onAnswer={(text) =>
          act((client) => client.rpc("answer_claim_review", { claim_id, text, version }), {
            act: "answerReview",
            unsent: text,
          })
        }
      />
      {(granted > 0 || may.answer) && (
        <section aria-labelledby="claim-recourse">
          <h3 id="claim-recourse" className="text-base">
            {texts.recourseTitle}
          </h3>
          <p className="mt-1">{texts.recourseText}</p>
          {recourse && (
            <p className="mt-2 font-semibold">
              {fillVariables(texts.recourseAmountText, {
                amount: formatCurrency(recourse.amount),
                state: recourseTitles[recourse.state],
              })}
            </p>
          )}
        </section>
      )}
    </ClaimSheet>
  );
}
