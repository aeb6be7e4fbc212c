import * as z from "zod/mini";
import { documentKindTitles } from "#contracts/requests/documents.ts";
import { askedDocumentsKind, askedDocumentsStatus } from "#contracts/stored-values.ts";
import { trackingUrl } from "../mail-formats.ts";
import { simulationRow } from "../mail-examples.ts";
import { type DetailRow, Details } from "../mail-parts.tsx";
import { defineRowMail } from "../word-mail.tsx";

export const trackingLink = defineRowMail(
  "trackingLink",
  z.object({ id: z.string(), protocol: z.string() }),
  simulationRow,
  async ({ id, protocol }, context) => ({
    variables: { protocol },
    facts: ["Pedido", ["Protocolo", protocol]],
    url: await trackingUrl(context, id),
  }),
);

const documentSchema = z.object({
  kind: z.enum(askedDocumentsKind),
  status: z.enum(askedDocumentsStatus),
  note: z.optional(z.string()),
  reason: z.optional(z.string()),
});

/** Lists the missing documents, each with the staff's note or the reason for its refusal. */
function rowsOf(documents: readonly z.output<typeof documentSchema>[]): DetailRow[] {
  return documents.flatMap(({ kind, status, note, reason }) => {
    const title = documentKindTitles[kind];
    if (status === "refused") return [[`${title}: envie outra vez`, reason ?? ""] as const];
    return status === "asked" ? [[title, note ?? "Aguardando o seu envio"] as const] : [];
  });
}

/** Defines the mail to the applicant when staff request or refuse documents. */
export const documentsAsked = defineRowMail(
  "documentsAsked",
  z.object({
    id: z.string(),
    protocol: z.string(),
    documents: z.nullable(z.array(documentSchema)),
  }),
  {
    ...simulationRow,
    documents: [
      { kind: "identity", status: "refused", reason: "A foto está desfocada." },
      { kind: "income", status: "asked", note: "Os três últimos holerites." },
      { kind: "residence", status: "accepted" },
    ],
  },
  async ({ id, protocol, documents }, context) => {
    const rows = rowsOf(documents ?? []);
    return {
      variables: { protocol },
      quote: rows.length > 0 && <Details title="Documentos" rows={rows} />,
      facts: ["Pedido", ["Protocolo", protocol]],
      url: await trackingUrl(context, id),
    };
  },
);
