import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { Action, Details } from "../mail-parts.tsx";
import { trackingUrl } from "../tracking-url.ts";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const sourceSchema = z.object({
  subject: z.object({
    id: z.string(),
    protocol: z.string(),
    contract: z.object({ contractNumber: z.string() }),
  }),
});

/** To whoever accepted, while letter and contract are made. */
export const offerAccepted = defineTemplate(sourceSchema, async ({ subject }, context) => {
  const { protocol, contract } = subject;
  const words = wordMail(context, "offerAccepted", { protocol, ...contract });
  return {
    ...words,
    replyTo: context.company.email,
    body: (
      <>
        <Paragraphs texts={words.paragraphs} />
        <Details
          title="Contrato"
          rows={[
            ["Número do contrato", contract.contractNumber],
            ["Protocolo", protocol],
          ]}
        />
        <Action url={await trackingUrl(context, subject.id)}>{words.button}</Action>
        <ClosingNote of={words} />
      </>
    ),
  };
});
