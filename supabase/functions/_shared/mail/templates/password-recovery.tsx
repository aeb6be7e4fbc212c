import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { Action, Details } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const sourceSchema = z.object({
  subject: z.object({ contract_number: z.string() }),
});

/**
 * To the tenant. The secret travels in the fragment, which browsers send to no server, and is
 * spent by a button on that page: mail scanners that open links spend nothing.
 */
export const passwordRecovery = defineTemplate(sourceSchema, async ({ subject }, context) => {
  const words = wordMail(context, "passwordRecovery", {});
  const secret = await context.createLinkSecret();
  return {
    ...words,
    replyTo: context.company.email,
    body: (
      <>
        <Paragraphs texts={words.paragraphs.slice(0, 1)} />
        <Details title="Contrato" rows={[["Número", subject.contract_number]]} />
        <Action url={`${context.siteUrl}/area-cliente/nova-senha#token_hash=${secret}`}>
          {words.button}
        </Action>
        <Paragraphs texts={words.paragraphs.slice(1)} />
        <ClosingNote of={words} />
      </>
    ),
  };
});
