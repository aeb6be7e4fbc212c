import * as z from "zod/mini";
import { openReceiptSchema, type fileLinkSchema } from "../_shared/contracts/documents.ts";
import { requireAccessToken } from "../_shared/callers.ts";
import { hex, secretHash } from "../_shared/hashes.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure, linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { makeReceiptPdf } from "../_shared/pdf/receipt-pdf.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "auth" | "callDatabase" | "files" | "readContent" | "callerAddress" | "hashAddress"
>;

const bucket = "contract-documents";
/** Enough to begin a download. */
const validSeconds = 60;

const openedSchema = z.object({
  contractId: z.uuid(),
  number: z.string(),
  /** Of the PDF; null until it was drawn. */
  sha256: z.nullable(z.string()),
  what: z.enum(["fee", "refund", "claim"]),
  protocol: z.optional(z.string()),
  payee: z.optional(z.string()),
  amount: z.number(),
  paidOn: z.string(),
  bookedAt: z.string(),
  contractNumber: z.string(),
  tenantName: z.string(),
  cpf: z.string(),
  propertyAddress: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  paymentMethod: z.string(),
});

/**
 * Gives its tenant, or staff, the receipt of a payment, and a landlord by its link that of what a claim paid, behind a link that ends soon; the database says
 * whose it is. Drawn when it is first asked for, not by the worker: nothing waits for it, all that it
 * says is stored, and a try that fails is made again by whoever asks again.
 */
export function createHandler(parts: Needed): Handler {
  const { publicGate, auth, callDatabase, files, readContent } = parts;

  async function open(payment_id: string, secret: string | undefined, request: Request) {
    if (secret === undefined) {
      return callDatabase("open_receipt", { payment_id }, await requireAccessToken(request, auth));
    }
    return callDatabase("find_receipt", {
      secret_hash: await secretHash(secret),
      payment_id,
      address_hash: await parts.hashAddress(parts.callerAddress(request)),
    });
  }

  return createEndpoint(publicGate, {
    name: "open-receipt",
    schema: openReceiptSchema,
    async answer({ paymentId, secret }, request): Promise<z.output<typeof fileLinkSchema>> {
      const opened = z.nullable(openedSchema).parse(await open(paymentId, secret, request));
      if (opened === null) throw linkNotFound();
      const { contractId, sha256, ...source } = opened;
      const pathOf = (hash: string) => `${contractId}/recibo-${source.number}-${hash}.pdf`;

      async function draw(): Promise<string> {
        const bytes = await makeReceiptPdf(source, await readContent());
        const hash = hex(await crypto.subtle.digest("SHA-256", bytes));
        // Stored first: a receipt without its file must not be; a file without its receipt harms nobody.
        await files.store(bucket, pathOf(hash), { bytes, type: "application/pdf" });
        // Whoever drew it at the same time with other words may have been first.
        const stands = z
          .nullable(z.string())
          .parse(
            await callDatabase("record_receipt", { number: source.number, file_sha256: hash }),
          );
        if (stands === null)
          throw new RequestFailure(404, "not_found", "Este recibo não vale mais.");
        return stands;
      }

      const path = pathOf(sha256 ?? (await draw()));
      const name = `recibo-${source.number}.pdf`;
      return { url: await files.link(bucket, path, { seconds: validSeconds, name }) };
    },
  });
}
