import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { Action, Details } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const sourceSchema = z.object({
  subject: z.object({ contract_number: z.string(), auth_email: z.string() }),
});

/**
 * To the tenant. The hash travels in the fragment, which browsers send to no server, and is
 * spent by a button on that page: mail scanners that open links spend nothing.
 */
export const passwordRecovery = defineTemplate(sourceSchema, async ({ subject }, context) => {
  const words = wordMail(context, "passwordRecovery", {});
  const tokenHash = await context.createRecoveryHash(subject.auth_email);
  return {
    ...words,
    replyTo: context.company.email,
    body: (
      <>
        <Paragraphs texts={words.paragraphs.slice(0, 1)} />
        <Details title="Contrato" rows={[["Número", subject.contract_number]]} />
        <Action
          url={`${context.siteUrl}/area-cliente/nova-senha#token_hash=${encodeURIComponent(tokenHash)}`}
        >
          {words.button}
        </Action>
        <Paragraphs texts={words.paragraphs.slice(1)} />
        <ClosingNote of={words} />
      </>
    ),
  };
});
