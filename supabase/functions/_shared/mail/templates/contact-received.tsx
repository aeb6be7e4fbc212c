import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { Action } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

/** To the address that was typed, which may be a stranger's: that something arrived, no more. */
export const contactReceived = defineTemplate(z.object({}), (_source, context) => {
  const words = wordMail(context, "contactReceived", {});
  return {
    ...words,
    replyTo: context.company.email,
    body: (
      <>
        <Paragraphs texts={words.paragraphs} />
        <Action url={`${context.siteUrl}/contato`}>{words.button}</Action>
        <ClosingNote of={words} />
      </>
    ),
  };
});
