import * as z from "zod/mini";
import { openReceiptSchema } from "#contracts/payments/payments.ts";
import type { fileLinkSchema } from "#contracts/requests/documents.ts";
import { callByLinkOrToken } from "../_shared/callers.ts";
import { sha256 } from "../_shared/hashes.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { linkNotFound, notFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { makeReceiptPdf, receiptSourceSchema } from "../_shared/pdf/payments-receipt-pdf.ts";

const bucket = "contract-documents";

const openedSchema = z.extend(receiptSourceSchema, {
  contractId: z.uuid(),
  /** Hash of the PDF; null before it is drawn. */
  sha256: z.nullable(z.string()),
});

/** Returns a short-lived link to a payment's receipt, drawn on first request; the database checks the caller. */
export function createHandler(parts: Parts): Handler {
  const { publicGate, callDatabase, files, readContent } = parts;
  const queries = { byToken: "open_receipt", byLink: "find_receipt" };
  return createEndpoint(publicGate, {
    name: "open-receipt",
    schema: openReceiptSchema,
    async answer({ paymentId, secret }, request): Promise<z.output<typeof fileLinkSchema>> {
      const opened = z
        .nullable(openedSchema)
        .parse(await callByLinkOrToken(parts, request, queries, { secret, payment_id: paymentId }));
      if (opened === null) throw linkNotFound();
      const { contractId, sha256: known, ...source } = opened;
      const pathOf = (hash: string) => `${contractId}/recibo-${source.number}-${hash}.pdf`;

      async function draw(): Promise<string> {
        const bytes = await makeReceiptPdf(source, await readContent());
        const hash = await sha256(bytes);
        // The file comes first, because a receipt must never lack it; a file without its receipt does no harm.
        await files.store(bucket, pathOf(hash), { bytes, type: "application/pdf" });
        // A simultaneous call with other words may have stored its receipt first.
        const stands = z
          .nullable(z.string())
          .parse(
            await callDatabase("record_receipt", { number: source.number, file_sha256: hash }),
          );
        if (stands === null) throw notFound("Este recibo não vale mais.");
        return stands;
      }

      const path = pathOf(known ?? (await draw()));
      return { url: await files.link(bucket, path, `recibo-${source.number}.pdf`) };
    },
  });
}
