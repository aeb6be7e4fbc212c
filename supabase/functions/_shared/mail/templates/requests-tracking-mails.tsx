import * as z from "zod/mini";
import { documentKindTitles } from "#contracts/requests/documents.ts";
import { correctedTitles } from "#contracts/requests/request-correction.ts";
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

/** Defines the mail about a correction. It names the corrected fields without values, because it may reach a stranger. */
export const requestCorrected = defineRowMail(
  "requestCorrected",
  z.object({
    id: z.string(),
    protocol: z.string(),
    correction: z.object({ fields: z.array(z.string()), hasWithdrawn: z.boolean() }),
  }),
  {
    ...simulationRow,
    correction: { fields: ["email", "rental_value"], hasNewAddress: true, hasWithdrawn: true },
  },
  async ({ id, protocol, correction }, context) => ({
    variables: { protocol },
    facts: [
      "Pedido",
      ["Protocolo", protocol],
      ["O que mudou", correctedTitles(correction.fields).join(", ")],
      ["Condições", correction.hasWithdrawn ? "As anteriores deixaram de valer" : null],
    ],
    url: await trackingUrl(context, id),
  }),
);

/** Defines the notice to the former address of a request. The address may belong to a stranger, so no data is in it. */
export const requestAddressLeft = defineRowMail(
  "requestAddressLeft",
  z.object({}),
  simulationRow,
  (_request, { siteUrl }) => ({ variables: {}, url: `${siteUrl}/contato` }),
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
