import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { Action, Quote } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const sourceSchema = z.object({
  subject: z.object({ rejection_reason: z.string() }),
});

/** To the applicant, once staff reject; the reason is what staff wrote. */
export const simulationRejected = defineTemplate(sourceSchema, ({ subject }, context) => {
  const words = wordMail(context, "simulationRejected", {});
  return {
    ...words,
    replyTo: context.company.email,
    body: (
      <>
        <Quote title="Motivo">{subject.rejection_reason}</Quote>
        <Paragraphs of={words} />
        <Action url={`${context.siteUrl}/simular`}>{words.button}</Action>
        <ClosingNote of={words} />
      </>
    ),
  };
});
