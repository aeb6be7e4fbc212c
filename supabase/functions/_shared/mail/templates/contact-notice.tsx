import * as z from "zod/mini";
import { type ContactMessage, contactMessageTitles } from "../../contracts/contact-message.ts";
import { formatPhone } from "../../contracts/formats/phone.ts";
import { defineTemplate } from "../define-template.ts";
import { withoutLinks } from "../mail-formats.ts";
import { Details, Note, Paragraph, Quote } from "../mail-parts.tsx";
import { sentRows } from "../sent-rows.ts";

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
export const contactNotice = defineTemplate(sourceSchema, ({ subject: sent }) => ({
  subject: `Nova mensagem de contato: ${withoutLinks(sent.subject)}`,
  preview: `De ${withoutLinks(sent.name)}, pelo formulário do site.`,
  heading: "Nova mensagem de contato",
  replyTo: sent.email,
  body: (
    <>
      <Paragraph>Uma mensagem chegou pelo formulário de contato do site.</Paragraph>
      <Details title="Quem escreveu" rows={sentRows(sent, contactMessageTitles, written)} />
      <Quote title={contactMessageTitles.message}>{withoutLinks(sent.message)}</Quote>
      <Note>Ao responder a este e-mail, você escreve diretamente para quem mandou a mensagem.</Note>
    </>
  ),
}));

const written: Partial<Record<keyof ContactMessage, ((sent: Sent) => string) | null>> = {
  email: ({ email }) => email,
  phone: ({ phone }) => (phone ? formatPhone(phone) : ""),
  message: null,
};
