import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { Action } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

/** To a member of staff whose account has just been released. */
export const staffReleased = defineTemplate(z.object({}), (_source, context) => {
  const words = wordMail(context, "staffReleased", {});
  return {
    ...words,
    replyTo: context.company.email,
    body: (
      <>
        <Paragraphs texts={words.paragraphs} />
        <Action url={`${context.siteUrl}/login`}>{words.button}</Action>
        <ClosingNote of={words} />
      </>
    ),
  };
});
