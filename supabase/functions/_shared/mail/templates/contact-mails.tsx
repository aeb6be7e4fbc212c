import * as z from "zod/mini";
import { type ContactMessage, contactMessageTitles } from "../../contracts/contact-message.ts";
import { formatPhone } from "../../contracts/fields/formats.ts";
import { defineTemplate } from "../define-template.ts";
import { withoutLinks } from "../mail-formats.ts";
import { Action, Details, Quote, sentRows } from "../mail-parts.tsx";
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

const sourceSchema = z.object({
  subject: z.catchall(
    z.object({
      name: z.string(),
      email: z.string(),
      phone: z.nullish(z.string()),
      subject: z.string(),
      message: z.string(),
    }),
    z.nullish(z.union([z.string(), z.number(), z.boolean()])),
  ),
});

type Sent = z.output<typeof sourceSchema>["subject"];

/** To the staff inbox, whole, so that an answer is one click away. */
export const contactNotice = defineTemplate(sourceSchema, ({ subject: sent }, context) => {
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
        <Details title="Quem escreveu" rows={sentRows(sent, contactMessageTitles, written)} />
        <Quote title={contactMessageTitles.message}>{withoutLinks(sent.message)}</Quote>
        <Action url={`${context.siteUrl}/admin/mensagens`}>{words.button}</Action>
        <ClosingNote of={words} />
      </>
    ),
  };
});

const written: Partial<Record<keyof ContactMessage, ((sent: Sent) => string) | null>> = {
  email: ({ email }) => email,
  phone: ({ phone }) => (phone ? formatPhone(phone) : ""),
  message: null,
};
