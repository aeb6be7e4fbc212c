import * as z from "zod/mini";
import { documentKindTitles } from "../../contracts/request-documents.ts";
import { documentKinds } from "../../contracts/tracking.ts";
import { defineTemplate } from "../define-template.ts";
import { Action, Details, type DetailRow } from "../mail-parts.tsx";
import { trackingUrl } from "../tracking-url.ts";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const documentSchema = z.object({
  kind: z.enum(documentKinds),
  status: z.string(),
  note: z.optional(z.string()),
  reason: z.optional(z.string()),
});

const sourceSchema = z.object({
  subject: z.object({
    id: z.string(),
    protocol: z.string(),
    documents: z.nullable(z.array(documentSchema)),
  }),
});

/** What there is to send when the mail leaves, and why again; note and reason are staff's words. */
function rowsOf(documents: readonly z.output<typeof documentSchema>[]): DetailRow[] {
  return documents.flatMap(({ kind, status, note, reason }) => {
    const title = documentKindTitles[kind];
    if (status === "refused") return [[`${title}: envie outra vez`, reason ?? ""] as const];
    return status === "asked" ? [[title, note ?? "Aguardando o seu envio"] as const] : [];
  });
}

/** To the applicant, when staff ask for documents or refuse some that were sent. */
export const documentsAsked = defineTemplate(sourceSchema, async ({ subject }, context) => {
  const words = wordMail(context, "documentsAsked", { protocol: subject.protocol });
  const rows = rowsOf(subject.documents ?? []);
  return {
    ...words,
    replyTo: context.company.email,
    body: (
      <>
        <Paragraphs texts={words.paragraphs.slice(0, 1)} />
        {rows.length > 0 && <Details title="Documentos" rows={rows} />}
        <Paragraphs texts={words.paragraphs.slice(1)} />
        <Details title="Pedido" rows={[["Protocolo", subject.protocol]]} />
        <Action url={await trackingUrl(context, subject.id)}>{words.button}</Action>
        <ClosingNote of={words} />
      </>
    ),
  };
});
