import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { offerQuestionFormSchema } from "#contracts/offers/offer.ts";
import type { TrackedOffer } from "#contracts/requests/tracking.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { callFunction } from "../../../backend/call-function.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { SelectField, TextAreaField } from "../../../ui/form/controls.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { useFormSending } from "../../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { Fold } from "../../../ui/section/facts.tsx";
import type { OfferTexts } from "./offer-conditions.tsx";

interface AnswerOfferProps {
  secret: string;
  offer: TrackedOffer;
  texts: OfferTexts;
  onAnswered: (answer: Answer) => void;
}

export type Answer = "adjust" | "decline" | "question";

/** Lets an applicant ask questions about the offer, request other conditions once, or decline the offer. */
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
          <Button onClick={() => setAnswer("question")}>{texts.askLabel}</Button>
          {!offer.adjustmentAskedAt && (
            <Button onClick={() => setAnswer("adjust")}>{texts.adjustLabel}</Button>
          )}
          <Button onClick={() => setAnswer("decline")}>{texts.declineLabel}</Button>
        </div>
      )}
    </Fold>
  );
}

interface AnswerFormProps extends AnswerOfferProps {
  answer: Answer;
  onBack: () => void;
}

/** Form for a question about a clause, or for a reason: why the applicant declines or wants other conditions. */
function AnswerForm({ secret, offer, texts, answer, onAnswered, onBack }: AnswerFormProps) {
  const backend = useBackend();
  const validated = useValidatedForm(answerRules);
  const { form, field } = validated;
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
  });
  const { submit, alert } = useFormSending({
    form: validated,
    sending: answering,
    onSubmit: answering.mutate,
    failed: texts.answerFailed,
  });
  const { setFocus } = form;
  // The button that opened this form had the focus and no longer exists, so the first field gets the focus.
  const first = answer === "question" ? "clause" : "reason";
  useEffect(() => setFocus(first), [setFocus, first]);
  const labels = {
    adjust: { field: texts.adjustReasonLabel, send: texts.sendAdjustLabel },
    decline: { field: texts.declineReasonLabel, send: texts.sendDeclineLabel },
    question: { field: texts.askReasonLabel, send: texts.sendAskLabel },
  }[answer];

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
      {alert}
      <div className="flex flex-wrap gap-3">
        <Button className="btn-primary" isBusy={answering.isPending}>
          {answering.isPending ? texts.answeringLabel : labels.send}
        </Button>
        <Button disabled={answering.isPending} onClick={onBack}>
          {texts.backLabel}
        </Button>
      </div>
    </Form>
  );
}

const answerRules = { schema: offerQuestionFormSchema, names: ["clause", "reason"] as const };
