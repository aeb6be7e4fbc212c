import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useState } from "react";
import * as z from "zod/mini";
import { offerAnswerFormSchema } from "../../../supabase/functions/_shared/contracts/offer.ts";
import type { TrackedOffer } from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../backend/call-function.ts";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { TextAreaField } from "../../ui/form/controls.tsx";
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

export type Answer = "adjust" | "decline";

/** For who does not accept: to ask for other conditions, once, or to turn these down. */
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

/** The reason, which staff read. */
function AnswerForm({ secret, offer, texts, answer, onAnswered, onBack }: AnswerFormProps) {
  const backend = useBackend();
  const { form, field } = useValidatedForm(answerRules);
  const answering = useMutation({
    mutationFn: ({ reason }: z.output<typeof offerAnswerFormSchema>) =>
      callFunction(backend, {
        name: "answer-offer",
        body: { secret, offerId: offer.id, answer, reason },
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
  useEffect(() => setFocus("reason"), [setFocus]);
  const isDecline = answer === "decline";
  const label = isDecline ? texts.sendDeclineLabel : texts.sendAdjustLabel;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (answering.isPending) return;
    void form.handleSubmit((values) => answering.mutate(values))(event);
  }

  return (
    <Form className="grid gap-4" onSubmit={submit}>
      <TextAreaField
        {...field("reason")}
        texts={{
          label: isDecline ? texts.declineReasonLabel : texts.adjustReasonLabel,
          help: texts.reasonHelp,
        }}
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
          {answering.isPending ? texts.answeringLabel : label}
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

const answerRules = { schema: offerAnswerFormSchema, names: ["reason"] as const };
