import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { Action, Details } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const sourceSchema = z.object({ subject: z.object({ contract_number: z.string() }) });

/** To the tenant after every change, so that a change by somebody else is noticed. */
export const passwordChanged = defineTemplate(sourceSchema, ({ subject }, context) => {
  const words = wordMail(context, "passwordChanged", {});
  return {
    ...words,
    replyTo: context.company.email,
    body: (
      <>
        <Paragraphs texts={words.paragraphs} />
        <Details title="Contrato" rows={[["Número", subject.contract_number]]} />
        <Action url={`${context.siteUrl}/area-cliente?aba=cliente`}>{words.button}</Action>
        <ClosingNote of={words} />
      </>
    ),
  };
});
