import * as z from "zod/mini";
import { openReceiptSchema } from "#contracts/payments/receipts.ts";
import type { fileLinkSchema } from "#contracts/requests/documents.ts";
import { callByLinkOrToken } from "../_shared/callers.ts";
import { sha256 } from "../_shared/hashes.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { linkNotFound, notFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { drawOpened } from "../_shared/pdf/document-job.ts";
import { makeReceiptPdf, receiptSourceSchema } from "../_shared/pdf/payments-receipt-pdf.ts";

const bucket = "contract-documents";

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
  const { publicGate, callDatabase, files, readContent, siteUrl } = parts;
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
      const pathOf = (hash: string) => `${contractId}/recibo-${source.number}-${hash}.pdf`;

      async function draw(): Promise<string> {
        const document = { contractId, name: `Recibo ${source.number}` };
        const bytes = await drawOpened(callDatabase, document, async () =>
          makeReceiptPdf(source, await readContent(), siteUrl),
        );
        const hash = await sha256(bytes);
        // The file is stored before the receipt, because a receipt must never lack its file. A file without a receipt
        // does no harm.
        await files.store(bucket, pathOf(hash), { bytes, type: "application/pdf" });
        // A simultaneous call may have recorded a PDF of the same facts first. The database then returns the hash of
        // that PDF, and the file of this call stays unused.
        const stands = z.nullable(z.string()).parse(
          await callDatabase("record_receipt", {
            number: source.number,
            file_sha256: hash,
            source_sha256: sourceSha256,
          }),
        );
        if (stands === null) throw notFound("Recibo não encontrado.");
        return stands;
      }

      const path = pathOf(known ?? (await draw()));
      const name = source.reversedOn === undefined ? "recibo" : "recibo-estornado";
      return { url: await files.link(bucket, path, `${name}-${source.number}.pdf`) };
    },
  });
}
