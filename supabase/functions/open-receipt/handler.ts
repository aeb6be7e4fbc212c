import * as z from "zod/mini";
import { openReceiptSchema } from "#contracts/payments/receipts.ts";
import type { fileLinkSchema } from "#contracts/requests/documents.ts";
import { callByLinkOrToken } from "../_shared/callers.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { linkNotFound, notFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { documentsBucket, drawOnce } from "../_shared/pdf/document-job.ts";
import { makeReceiptPdf, receiptSourceSchema } from "../_shared/pdf/payments-receipt-pdf.ts";

const openedSchema = z.extend(receiptSourceSchema, {
  contractId: z.uuid(),
  /** Hash of the facts that the receipt states. */
  sourceSha256: z.string(),
  /** Hash of the PDF with these facts; null when no PDF with these facts exists. */
  sha256: z.nullable(z.string()),
});

/**
 * Returns a short-lived link to the receipt of a bank movement, after the database has checked the caller. Draws the
 * PDF at the first request, and again when its facts have changed.
 */
export function createHandler(parts: Parts): Handler {
  const { publicGate, files, readContent, siteUrl } = parts;
  const queries = { byToken: "open_receipt", byLink: "find_receipt" };
  return createEndpoint(publicGate, {
    name: "open-receipt",
    schema: openReceiptSchema,
    async answer({ movementId, secret }, request): Promise<z.output<typeof fileLinkSchema>> {
      const opened = z
        .nullable(openedSchema)
        .parse(
          await callByLinkOrToken(parts, request, queries, { secret, movement_id: movementId }),
        );
      if (opened === null) throw linkNotFound();
      const { contractId, sha256: known, sourceSha256, ...source } = opened;
      const path = await drawOnce(parts, {
        contractId,
        name: `Recibo ${source.number}`,
        known,
        pathOf: (hash) => `${contractId}/recibo-${source.number}-${hash}.pdf`,
        draw: async () => makeReceiptPdf(source, await readContent(), siteUrl),
        record: ["record_receipt", { number: source.number, source_sha256: sourceSha256 }],
        missing: () => notFound("Recibo não encontrado."),
      });
      const name = source.reversedOn === undefined ? "recibo" : "recibo-estornado";
      return { url: await files.link(documentsBucket, path, `${name}-${source.number}.pdf`) };
    },
  });
}
