import * as z from "zod/mini";
import type { SentField } from "../fields/sent-fields.ts";
import { emailField, phoneField } from "../fields/people.ts";
import { submissionIdField } from "../reply.ts";
import type { ContactMessagesSent } from "../stored-values.ts";
import { lengths, multiLine, plainTextField, tooLong } from "../fields/text.ts";

const noMessage = "Mensagem é obrigatória";
const mostOfMessage = 1000;

/** A contact message keeps its line breaks. It may contain links, because a person may write about a link. */
const messageField = z
  .string(noMessage)
  .check(
    z.overwrite(multiLine),
    z.refine((value) => [...value].length >= 3, { error: noMessage, abort: true }),
    z.refine((value) => [...value].length <= mostOfMessage, tooLong(mostOfMessage)),
  )
  .register(lengths, { min: 3, max: mostOfMessage });

/** Makes a field optional, so that it outputs undefined for an empty value. */
function optional<Field extends z.ZodMiniType<string, string>>(field: Field) {
  const filled = z.pipe(
    z.optional(z.string("Texto inválido")),
    z.transform((value) => value?.trim() || undefined),
  );
  return z.pipe(filled, z.optional(field));
}

/** Contact form (spec section 6). The schema turns typed values into the values that are stored. */
export const contactMessageFormSchema = z.object({
  name: plainTextField({ min: 2, max: 100, message: "Nome é obrigatório" }),
  email: emailField("Informe seu e-mail"),
  phone: optional(phoneField("Telefone inválido")),
  subject: plainTextField({ min: 3, max: 120, message: "Assunto é obrigatório" }),
  // Only the format of a product's slug is checked; the published content decides which products exist.
  product: optional(
    z
      .string()
      .check(
        z.maxLength(96, { error: "Produto inválido", abort: true }),
        z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Produto inválido"),
      ),
  ),
  message: messageField,
});

export const contactMessageSchema = z.extend(contactMessageFormSchema, {
  submissionId: /* @__PURE__ */ submissionIdField(),
});

/** Title of each field, in the order in which staff see the fields in the studio and in mails. */
export const contactMessageFields: Readonly<
  Record<Exclude<ContactMessagesSent, "submissionId">, SentField>
> = {
  name: { title: "Nome" },
  email: { title: "E-mail", kind: "email" },
  phone: { title: "Telefone", kind: "phone" },
  subject: { title: "Assunto" },
  product: { title: "Produto" },
  message: { title: "Mensagem" },
} satisfies Record<keyof ContactMessage, SentField>;

export const contactMessageExample = {
  name: "Beatriz Lima",
  email: "beatriz@exemplo.com.br",
  phone: "(44) 98888-7777",
  subject: "Dúvida sobre a maquininha",
  product: "pag-payser",
  message: "Quero usar a maquininha na feira.\nEla funciona sem Wi-Fi?",
} satisfies Record<keyof ContactMessageInput, string>;

export type ContactMessageInput = z.input<typeof contactMessageFormSchema>;
export type ContactMessage = z.output<typeof contactMessageFormSchema>;
