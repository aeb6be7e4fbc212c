import { type ReactNode, useEffect, useRef, useState } from "react";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { questionAnswerFormSchema } from "../../../supabase/functions/_shared/contracts/offer.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { TextAreaField } from "../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { type StaffOffer, useAnswerQuestion } from "./use-offers.ts";

type Question = StaffOffer["questions"][number];

const titleOf = ({ clause }: Question) =>
  clause ? `Pergunta sobre “${clause}”` : "Pergunta sobre outro assunto";

/** What the applicant asked about an offer, with the answers; what has none gets it here. */
export function OfferQuestions({ offer }: { offer: StaffOffer }) {
  const [answering, setAnswering] = useState<Question>();
  return (
    <>
      {offer.questions.map((question) => (
        <ApplicantWords
          key={question.id}
          title={titleOf(question)}
          moment={question.askedAt}
          text={question.text}
        >
          {question.answeredAt ? (
            <>
              <h5 className="mt-3 text-sm font-bold">
                Respondida em {formatDateTime(question.answeredAt)}
              </h5>
              <p className="mt-1 whitespace-pre-line wrap-anywhere">{question.answer}</p>
            </>
          ) : (
            <button
              type="button"
              className="btn btn-outline mt-3"
              onClick={() => setAnswering(question)}
            >
              Responder
              <span className="sr-only"> ({titleOf(question)})</span>
            </button>
          )}
        </ApplicantWords>
      ))}
      {answering && (
        <AnswerDialog
          offerId={offer.id}
          question={answering}
          onClose={() => setAnswering(undefined)}
        />
      )}
    </>
  );
}

interface AnswerDialogProps {
  offerId: string;
  question: Question;
  onClose: () => void;
}

/** The answer, which goes out by mail with the question. Open as long as it is rendered. */
function AnswerDialog({ offerId, question, onClose }: AnswerDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const answering = useAnswerQuestion(offerId, question.id);
  const { form, field } = useValidatedForm(answerRules);
  useEffect(() => dialog.current?.showModal(), []);

  const titleId = `answer-${question.id}`;
  return (
    <Dialog ref={dialog} titleId={titleId} onClose={onClose} size="form">
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit(({ answer }) => {
            if (answering.isPending) return;
            answering.mutate(answer, { onSuccess: () => dialog.current?.close() });
          })(event)
        }
      >
        <h2 id={titleId} className="text-card">
          Responder à pergunta
        </h2>
        <blockquote className="rounded-md bg-sand-100 p-4">
          <p className="text-soft text-sm">{titleOf(question)}</p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{question.text}</p>
        </blockquote>
        {answering.isError && (
          <FormAlert key={answering.submittedAt}>
            <p>A resposta não foi enviada. O texto continua aqui: tente novamente.</p>
          </FormAlert>
        )}
        <TextAreaField
          {...field("answer")}
          id={`answer-text-${question.id}`}
          rows={6}
          required
          texts={{
            label: "Resposta",
            help: "A pessoa recebe um e-mail com a pergunta e este texto. De 10 a 2.000 caracteres.",
          }}
        />
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Cancelar
          </button>
          <button type="submit" className="btn btn-primary" disabled={answering.isPending}>
            {answering.isPending && <SpinnerRing />}
            Enviar resposta
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

const answerRules = { schema: questionAnswerFormSchema, names: ["answer"] as const };

interface ApplicantWordsProps {
  title: string;
  moment: string | undefined;
  /** In the words of the applicant. */
  text: string;
  /** What came of it. */
  children?: ReactNode;
}

/** What the applicant wrote before accepting, or instead. */
export function ApplicantWords({ title, moment, text, children }: ApplicantWordsProps) {
  return (
    <div className="rounded-md bg-sand-100 p-4">
      <h4 className="text-base wrap-anywhere">{title}</h4>
      {moment && (
        <time dateTime={moment} className="text-soft text-sm">
          {formatDateTime(moment)}
        </time>
      )}
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{text}</p>
      {children}
    </div>
  );
}
