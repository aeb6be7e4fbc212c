import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { Action } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const sourceSchema = z.object({
  payload: z.object({ email: z.string(), isKnown: z.optional(z.boolean()) }),
});

/**
 * To whoever signed up for the staff area, or whose address somebody used. The secret travels in
 * the fragment and is spent by a button on that page, so mail scanners spend nothing.
 */
export const staffConfirmation = defineTemplate(sourceSchema, async ({ payload }, context) => {
  const words = wordMail(context, payload.isKnown ? "staffKnown" : "staffConfirmation", {});
  const url = payload.isKnown
    ? `${context.siteUrl}/area-cliente`
    : `${context.siteUrl}/area-cliente/confirmar-email#token_hash=${await context.createLinkSecret()}`;
  return {
    ...words,
    replyTo: context.company.email,
    body: (
      <>
        <Paragraphs texts={words.paragraphs.slice(0, 1)} />
        <Action url={url}>{words.button}</Action>
        <Paragraphs texts={words.paragraphs.slice(1)} />
        <ClosingNote of={words} />
      </>
    ),
  };
});
