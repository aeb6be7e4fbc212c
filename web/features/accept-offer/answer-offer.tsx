import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useState } from "react";
import * as z from "zod/mini";
import { offerQuestionFormSchema } from "../../../supabase/functions/_shared/contracts/offer.ts";
import type { TrackedOffer } from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../backend/call-function.ts";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { SelectField, TextAreaField } from "../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { Fold } from "../../ui/section/facts.tsx";
import type { OfferTexts } from "./offer-conditions.tsx";

interface AnswerOfferProps {
  secret: string;
  offer: TrackedOffer;
  texts: OfferTexts;
  /** It was answered so. */
  onAnswered: (answer: Answer) => void;
}

export type Answer = "adjust" | "decline" | "question";

/** For who does not accept yet: to ask about the conditions, for others, once, or to turn these down. */
export function AnswerOffer({ offer, texts, ...form }: AnswerOfferProps) {
  const [answer, setAnswer] = useState<Answer>();
  return (
    <Fold title={texts.answerTitle} className="border-t border-sand-200 pt-3">
      <p className="pb-3">{texts.answerText}</p>
      {answer ? (
        <AnswerForm
          key={answer}
          answer={answer}
          offer={offer}
          texts={texts}
          onBack={() => setAnswer(undefined)}
          {...form}
        />
      ) : (
        <div className="flex flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => setAnswer("question")}>
            {texts.askLabel}
          </button>
          {!offer.adjustmentAskedAt && (
            <button type="button" className="btn btn-outline" onClick={() => setAnswer("adjust")}>
              {texts.adjustLabel}
            </button>
          )}
          <button type="button" className="btn btn-outline" onClick={() => setAnswer("decline")}>
            {texts.declineLabel}
          </button>
        </div>
      )}
    </Fold>
  );
}

interface AnswerFormProps extends AnswerOfferProps {
  answer: Answer;
  onBack: () => void;
}

/** What staff read: the reason, or a question and the clause that it is about. */
function AnswerForm({ secret, offer, texts, answer, onAnswered, onBack }: AnswerFormProps) {
  const backend = useBackend();
  const { form, field } = useValidatedForm(answerRules);
  const answering = useMutation({
    mutationFn: ({ clause, reason }: z.output<typeof offerQuestionFormSchema>) =>
      callFunction(backend, {
        name: "answer-offer",
        body: { secret, offerId: offer.id, answer, reason, clause },
        data: z.object({}),
      }),
    onSuccess() {
      onBack();
      onAnswered(answer);
    },
    onError(error) {
      const message = error instanceof CallFailure && error.fields["reason"];
      if (message) form.setError("reason", { message }, { shouldFocus: true });
    },
  });
  const { setFocus } = form;
  // The button that asked for it is gone, and the focus with it.
  const first = answer === "question" ? "clause" : "reason";
  useEffect(() => setFocus(first), [setFocus, first]);
  const labels = {
    adjust: { field: texts.adjustReasonLabel, send: texts.sendAdjustLabel },
    decline: { field: texts.declineReasonLabel, send: texts.sendDeclineLabel },
    question: { field: texts.askReasonLabel, send: texts.sendAskLabel },
  }[answer];

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (answering.isPending) return;
    void form.handleSubmit((values) => answering.mutate(values))(event);
  }

  return (
    <Form className="grid gap-4" onSubmit={submit}>
      {answer === "question" && (
        <SelectField
          {...field("clause")}
          texts={{ label: texts.askClauseLabel }}
          options={offer.clauses.map(({ title }) => ({ value: title, label: title }))}
          choosePlaceholder={texts.askOtherLabel}
        />
      )}
      <TextAreaField
        {...field("reason")}
        texts={{ label: labels.field, help: texts.reasonHelp }}
        rows={4}
        required
      />
      {answering.error && (
        <FormAlert key={answering.submittedAt}>
          <p>{answering.error.message || texts.answerFailed}</p>
        </FormAlert>
      )}
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-primary" disabled={answering.isPending}>
          {answering.isPending && <SpinnerRing />}
          {answering.isPending ? texts.answeringLabel : labels.send}
        </button>
        <button
          type="button"
          className="btn btn-outline"
          disabled={answering.isPending}
          onClick={onBack}
        >
          {texts.backLabel}
        </button>
      </div>
    </Form>
  );
}

const answerRules = { schema: offerQuestionFormSchema, names: ["clause", "reason"] as const };
