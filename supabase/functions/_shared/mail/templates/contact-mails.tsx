import * as z from "zod/mini";
import { contactMessageFields } from "../../contracts/contact-message.ts";
import { defineTemplate } from "../define-template.ts";
import { withoutLinks } from "../mail-formats.ts";
import { contactMessageRow } from "../mail-examples.ts";
import { Action, Details, Quote, sentRows } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const receivedSource = z.object({ subject: z.object({ protocol: z.string() }) });

/** To the address that was typed, which may be a stranger's: that something arrived, no more. */
export const contactReceived = defineTemplate(
  receivedSource,
  { subject: contactMessageRow },
  ({ subject }, context) => {
    const { protocol } = subject;
    const words = wordMail(context, "contactReceived", { protocol });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details title="Mensagem" rows={[["Protocolo", protocol]]} />
          <Action url={`${context.siteUrl}/contato`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

const sourceSchema = z.object({
  subject: z.looseObject({
    protocol: z.string(),
    product: z.nullish(z.string()),
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
    // Its address, where it has no page any more.
    const product =
      context.products.find(({ slug }) => slug === sent.product)?.name ?? sent.product;
    return {
      ...words,
      replyTo: sent.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details
            title="Quem escreveu"
            rows={[["Protocolo", sent.protocol], ...sentRows({ ...sent, product }, shortFields)]}
          />
          <Quote title={message.title}>{withoutLinks(sent.message)}</Quote>
          <Action url={`${context.siteUrl}/admin/mensagens`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);
