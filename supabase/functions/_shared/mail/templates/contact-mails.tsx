import * as z from "zod/mini";
import { contactMessageFields } from "../../contracts/contact-message.ts";
import { defineTemplate } from "../define-template.ts";
import { withoutLinks } from "../mail-formats.ts";
import { contactMessageRow } from "../mail-examples.ts";
import { Action, Details, Quote, sentRows } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

/** To the address that was typed, which may be a stranger's: that something arrived, no more. */
export const contactReceived = defineTemplate(z.object({}), {}, (_source, context) => {
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

const sourceSchema = z.object({
  subject: z.looseObject({
    name: z.string(),
    email: z.string(),
    subject: z.string(),
    message: z.string(),
  }),
});

const { message, ...shortFields } = contactMessageFields;

/** To the staff inbox, whole, so that an answer is one click away. */
export const contactNotice = defineTemplate(
  sourceSchema,
  { subject: contactMessageRow },
  ({ subject: sent }, context) => {
    const words = wordMail(context, "contactNotice", {
      messageSubject: withoutLinks(sent.subject),
      senderName: withoutLinks(sent.name),
    });
    return {
      ...words,
      replyTo: sent.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details title="Quem escreveu" rows={sentRows(sent, shortFields)} />
          <Quote title={message.title}>{withoutLinks(sent.message)}</Quote>
          <Action url={`${context.siteUrl}/admin/mensagens`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);
