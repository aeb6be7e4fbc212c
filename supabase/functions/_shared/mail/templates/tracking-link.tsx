import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { Action, Details } from "../mail-parts.tsx";
import { trackingUrl } from "../tracking-url.ts";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const sourceSchema = z.object({ subject: z.object({ id: z.string(), protocol: z.string() }) });

/** To the applicant who lost the link and asked for another. */
export const trackingLink = defineTemplate(sourceSchema, async ({ subject }, context) => {
  const words = wordMail(context, "trackingLink", { protocol: subject.protocol });
  return {
    ...words,
    replyTo: context.company.email,
    body: (
      <>
        <Paragraphs texts={words.paragraphs} />
        <Details title="Pedido" rows={[["Protocolo", subject.protocol]]} />
        <Action url={await trackingUrl(context, subject.id)}>{words.button}</Action>
        <ClosingNote of={words} />
      </>
    ),
  };
});
