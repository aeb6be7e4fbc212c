import * as z from "zod/mini";
import { contactMessageFields } from "#contracts/messages/contact-message.ts";
import { withoutLinks } from "../mail-formats.ts";
import { contactMessageRow } from "../mail-examples.ts";
import { Details, Quote, sentRows } from "../mail-parts.tsx";
import { defineRowMail } from "../word-mail.tsx";

/**
 * Defines the mail to the sender of a contact message. It says only that the message arrived, because the address may
 * belong to a stranger.
 */
export const contactReceived = defineRowMail(
  "contactReceived",
  z.object({ protocol: z.string() }),
  contactMessageRow,
  ({ protocol }, { siteUrl }) => ({
    variables: { protocol },
    facts: ["Mensagem", ["Protocolo", protocol]],
    url: `${siteUrl}/contato`,
  }),
);

const messageSchema = z.looseObject({
  id: z.string(),
  protocol: z.string(),
  product: z.nullish(z.string()),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
});

const { message, ...shortFields } = contactMessageFields;

/** Defines the mail to the staff inbox with the whole contact message. A reply goes to the message's writer. */
export const contactNotice = defineRowMail(
  "contactNotice",
  messageSchema,
  contactMessageRow,
  (sent, { products, siteUrl }) => {
    // If the product has no page in the content, the product's slug is shown.
    const product = products.find(({ slug }) => slug === sent.product)?.name ?? sent.product;
    return {
      variables: {
        messageSubject: withoutLinks(sent.subject),
        senderName: withoutLinks(sent.name),
      },
      replyTo: sent.email,
      details: (
        <>
          <Details
            title="Quem escreveu"
            rows={[["Protocolo", sent.protocol], ...sentRows({ ...sent, product }, shortFields)]}
          />
          <Quote title={message.title}>{withoutLinks(sent.message)}</Quote>
        </>
      ),
      url: `${siteUrl}/admin/mensagens#${sent.id}`,
    };
  },
);
