import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { Action, Details, Quote } from "../mail-parts.tsx";
import { trackingUrl } from "../tracking-url.ts";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const sourceSchema = z.object({
  subject: z.object({ id: z.string(), protocol: z.string(), rejection_reason: z.string() }),
});

/** To the applicant, once staff reject; the reason is what staff wrote. */
export const simulationRejected = defineTemplate(sourceSchema, async ({ subject }, context) => {
  const words = wordMail(context, "simulationRejected", { protocol: subject.protocol });
  return {
    ...words,
    replyTo: context.company.email,
    body: (
      <>
        <Paragraphs texts={words.paragraphs.slice(0, 1)} />
        <Quote title="Motivo">{subject.rejection_reason}</Quote>
        <Paragraphs texts={words.paragraphs.slice(1)} />
        <Details title="Pedido" rows={[["Protocolo", subject.protocol]]} />
        <Action url={await trackingUrl(context, subject.id)}>{words.button}</Action>
        <ClosingNote of={words} />
      </>
    ),
  };
});
