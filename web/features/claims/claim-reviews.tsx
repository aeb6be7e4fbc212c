import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import * as z from "zod/mini";
import { formatDateTime, formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import {
  claimReviewAnswerFormSchema,
  claimReviewFormSchema,
} from "#contracts/claims/claim-forms.ts";
import { type ClaimReview, type ClaimView, claimItemTitles } from "#contracts/claims/claims.ts";
import { Button } from "../../ui/feedback/button.tsx";
import { TextAreaField } from "../../ui/form/controls.tsx";
import { Form } from "../../ui/form/form.tsx";
import { useFormSending } from "../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { TextForm } from "./claim-actions.tsx";
import { nameItems } from "./claim-item-texts.tsx";
import type { ClaimParty } from "./claim-facts.tsx";
import type { ClaimSheetTexts } from "./claim-files.tsx";

interface ClaimReviewsProps {
  claim: ClaimView;
  side: ClaimParty;
  texts: ClaimSheetTexts;
  /** Sends the answer to the review of the other side. */
  onAnswer: (text: string) => Promise<unknown>;
}

/** Shows both sides the reviews and their answers, with the form of the answer for the side that may answer now. */
export function ClaimReviews({ claim, side, texts, onAnswer }: ClaimReviewsProps) {
  const { reviews, may } = claim;
  const open = reviews.findLast(({ by, answer }) => by !== side && answer === undefined);
  return reviews.map((review) => (
    <ClaimReviewNote key={review.by} review={review} claim={claim} texts={texts}>
      {may.answerReview && review === open && (
        <>
          <p className="print:hidden">
            {fillVariables(texts.review.answerText, {
              until: formatShortDate(review.answerUntil),
            })}
          </p>
          <TextForm
            schema={claimReviewAnswerFormSchema}
            texts={{
              label: texts.review.answerLabel,
              help: texts.review.answerHelp,
              submitLabel: texts.review.answerSubmitLabel,
              failedText: texts.review.failedText,
            }}
            onSend={(text) => onAnswer(text ?? "")}
          />
        </>
      )}
    </ClaimReviewNote>
  ));
}

interface ClaimReviewNoteProps {
  review: ClaimReview;
  claim: Pick<ClaimView, "items">;
  texts: ClaimSheetTexts;
  children?: ReactNode;
}

function ClaimReviewNote({ review, claim: { items }, texts, children }: ClaimReviewNoteProps) {
  const titleId = useId();
  const { landlordTitle, tenantTitle, answerTitle } = texts.review;
  const numbers = items.flatMap(({ id }, index) => (review.items.includes(id) ? [index + 1] : []));
  return (
    <section
      className="grid grid-cols-1 gap-2 rounded-md bg-sand-100 p-4 print:p-0"
      aria-labelledby={titleId}
    >
      <h3 id={titleId} className="text-base">
        {fillVariables(review.by === "landlord" ? landlordTitle : tenantTitle, {
          items: nameItems(numbers),
        })}
      </h3>
      <p className="whitespace-pre-line wrap-anywhere">{review.text}</p>
      <p className="text-sm text-muted">{formatDateTime(review.at)}</p>
      {review.answer !== undefined && (
        <>
          <h4 className="mt-2 text-base">{answerTitle}</h4>
          <p className="whitespace-pre-line wrap-anywhere">{review.answer}</p>
        </>
      )}
      {children}
    </section>
  );
}

type Review = z.output<typeof claimReviewFormSchema>;

interface AskForReviewProps {
  claim: ClaimView;
  texts: ClaimSheetTexts;
  onSend: (review: Review) => Promise<unknown>;
}

/** Lets a party ask for its review of named items until the last day for it. */
export function AskForReview({ claim, texts, onSend }: AskForReviewProps) {
  const id = useId();
  const { reviewUntil, may, items } = claim;
  const form = useValidatedForm({ schema: claimReviewFormSchema, names: ["items", "text"] });
  const sending = useMutation({ mutationFn: onSend });
  const { review: words } = texts;
  const { submit, alert } = useFormSending({
    form,
    sending,
    onSubmit: (review, callbacks) => sending.mutate(review, callbacks),
    failed: words.failedText,
  });
  if (!may.review || reviewUntil === undefined) return null;
  // The form library gives a list only for several boxes of one name, and a claim may have a single item.
  const chosen = form.form.watch("items") ?? [];
  const { error } = form.form.getFieldState("items", form.form.formState);
  function choose(itemId: string, isChosen: boolean): void {
    const others = chosen.filter((one) => one !== itemId);
    form.form.setValue("items", isChosen ? [...others, itemId] : others);
    form.form.clearErrors("items");
  }
  return (
    <section className="grid grid-cols-1 gap-3 print:hidden" aria-labelledby="claim-review">
      <h3 id="claim-review" className="text-card">
        {words.title}
      </h3>
      <p>{fillVariables(words.text, { until: formatShortDate(reviewUntil) })}</p>
      <Form className="grid grid-cols-1 gap-3" onSubmit={submit}>
        <fieldset className="fieldset" aria-describedby={error && `${id}-erro`}>
          <legend className="fieldset-legend">{words.itemsLabel}</legend>
          {items.map((item, index) => (
            <label key={item.id} className="flex min-h-11 items-center gap-3 text-base">
              <input
                type="checkbox"
                className="checkbox checkbox-primary"
                checked={chosen.includes(item.id)}
                onChange={({ currentTarget }) => choose(item.id, currentTarget.checked)}
              />
              <span>
                {index + 1}. {claimItemTitles[item.kind]}
              </span>
            </label>
          ))}
          {error && (
            <p id={`${id}-erro`} className="text-sm font-semibold text-error">
              {error.message}
            </p>
          )}
        </fieldset>
        <TextAreaField
          {...form.field("text")}
          id={`${id}-text`}
          rows={4}
          maxLength={4000}
          texts={{ label: words.label, help: words.help }}
        />
        {alert}
        <Button
          className="btn-primary max-sm:w-full sm:justify-self-start"
          isBusy={sending.isPending}
        >
          {words.submitLabel}
        </Button>
      </Form>
    </section>
  );
}
