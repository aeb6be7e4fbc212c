import { type ReactNode, useState } from "react";
import { formatDateTime } from "#contracts/fields/formats.ts";
import { questionAnswerFormSchema } from "#contracts/offers/offer.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { TextAreaField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { type StaffOffer, useAnswerQuestion } from "./use-offers.ts";

type Question = StaffOffer["questions"][number];

const titleOf = ({ clause }: Question) =>
  clause ? `Pergunta sobre “${clause}”` : "Pergunta sobre outro assunto";

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
            <StaffButton
              needs="requests"
              className="btn-outline mt-3"
              onClick={() => setAnswering(question)}
            >
              Responder
              <span className="sr-only"> ({titleOf(question)})</span>
            </StaffButton>
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

/** Dialog for the answer to a question. The applicant gets question and answer by e-mail. */
function AnswerDialog({ offerId, question, onClose }: AnswerDialogProps) {
  const answering = useAnswerQuestion(offerId, question.id);
  const form = useValidatedForm(answerRules);
  return (
    <FormDialog
      title="Responder à pergunta"
      form={form}
      sending={answering}
      onSubmit={answering.mutate}
      failed="A resposta não foi enviada. O texto continua aqui: tente novamente."
      submitLabel="Enviar resposta"
      onClose={onClose}
    >
      <blockquote className="rounded-md bg-sand-100 p-4">
        <p className="text-soft text-sm">{titleOf(question)}</p>
        <p className="mt-1 whitespace-pre-line wrap-anywhere">{question.text}</p>
      </blockquote>
      <TextAreaField
        {...form.field("answer")}
        id={`answer-text-${question.id}`}
        rows={6}
        required
        texts={{
          label: "Resposta",
          help: "A pessoa recebe um e-mail com a pergunta e este texto. De 10 a 2.000 caracteres.",
        }}
      />
    </FormDialog>
  );
}

const answerRules = { schema: questionAnswerFormSchema, names: ["answer"] as const };

interface ApplicantWordsProps {
  title: string;
  moment: string | undefined;
  text: string;
  /** Staff's answer to the question, or the button that opens the answer dialog. */
  children?: ReactNode;
}

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
