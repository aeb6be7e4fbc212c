import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { Action, Details } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const sourceSchema = z.object({ payload: z.object({ email: z.string() }) });

/** To the staff inbox: somebody signed up at the login screen and sees nothing yet. */
export const staffPending = defineTemplate(sourceSchema, ({ payload: { email } }, context) => {
  const words = wordMail(context, "staffPending", { accountEmail: email });
  return {
    ...words,
    body: (
      <>
        <Paragraphs texts={words.paragraphs} />
        <Details title="Conta" rows={[["E-mail", email]]} />
        <Action url={`${context.siteUrl}/admin/simulacoes`}>{words.button}</Action>
        <ClosingNote of={words} />
      </>
    ),
  };
});
