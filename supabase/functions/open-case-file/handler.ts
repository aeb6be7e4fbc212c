import * as z from "zod/mini";
import { callByLinkOrToken } from "../_shared/callers.ts";
import type { fileLinkSchema } from "#contracts/requests/documents.ts";
import { momentTitles, openCaseFileSchema } from "#contracts/inspections/inspections.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { notFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { documentsBucket, drawOnce } from "../_shared/pdf/document-job.ts";
import { decisionSourceSchema, makeDecisionPdf } from "../_shared/pdf/claims-decision-pdf.ts";
import { inspectionListSchema, makeInspectionPdf } from "../_shared/pdf/inspections-receipt-pdf.ts";

const reportSchema = z.nullable(
  z.extend(inspectionListSchema, {
    /** Hash of the facts that the receipt states. */
    sourceSha256: z.string(),
    /** Hash of the PDF with these facts; null when no PDF with these facts exists. */
    sha256: z.nullable(z.string()),
  }),
);

type Asked = z.output<typeof openCaseFileSchema>;
type AskedReceipt = Extract<Asked, { moment: unknown }>;

/** Returns a short-lived link to a case's file, receipt or decision. The database checks and records access. */
export function createHandler(parts: Parts): Handler {
  const { files } = parts;

  async function openDecision(request: Request, secret: string | undefined, claimId: string) {
    const queries = { byToken: "view_claim_decision", byLink: "find_claim_decision" };
    const source = z
      .nullable(decisionSourceSchema)
      .parse(await callByLinkOrToken(parts, request, queries, { secret, claim_id: claimId }));
    if (source === null) throw notHere();
    const { contractId, protocol, round } = source;
    const path = await drawOnce(parts, {
      contractId,
      name: `Decisão ${protocol}`,
      known: source.sha256,
      pathOf: (hash) => `${contractId}/decisao-${protocol}-${round}-${hash}.pdf`,
      draw: async () => makeDecisionPdf(source, await parts.readContent()),
      record: ["record_claim_decision", { claim_id: claimId, round }],
      missing: notHere,
    });
    return files.link(documentsBucket, path, `decisao-${protocol}.pdf`);
  }

  async function openReceipt(request: Request, { secret, leaseId, moment, side }: AskedReceipt) {
    const queries = { byToken: "list_inspection", byLink: "list_inspection_by_link" };
    const report = { lease_id: leaseId, moment, side };
    const source = reportSchema.parse(
      await callByLinkOrToken(parts, request, queries, { secret, ...report }),
    );
    if (source === null) throw notHere();
    const { sha256: known, sourceSha256: source_sha256, ...list } = source;
    const words = `vistoria-${moment === "entry" ? "entrada" : "saida"}-${side === "tenant" ? "locatario" : "locador"}`;
    const path = await drawOnce(parts, {
      contractId: list.contractId,
      name: `Recibo da ${momentTitles[moment]}`,
      known,
      pathOf: (hash) => `${list.contractId}/recibo-${words}-${hash}.pdf`,
      draw: async () => makeInspectionPdf({ ...list, moment, side }, await parts.readContent()),
      record: ["record_inspection_receipt", { ...report, source_sha256 }],
      missing: notHere,
    });
    return files.link(documentsBucket, path, `recibo-${words}.pdf`);
  }

  async function openFile(request: Request, secret: string | undefined, fileId: string) {
    const queries = { byToken: "view_case_file", byLink: "find_case_file" };
    const found = z
      .nullable(z.object({ path: z.string() }))
      .parse(await callByLinkOrToken(parts, request, queries, { secret, file_id: fileId }));
    if (found === null) throw notHere();
    // The file name makes browsers download the file, because a stranger sent the file. Pages display only images.
    const name = `arquivo-${fileId.slice(0, 8)}${/\.\w+$/.exec(found.path)?.[0] ?? ""}`;
    return files.link("request-documents", found.path, name);
  }

  return createEndpoint(parts.publicGate, {
    name: "open-case-file",
    schema: openCaseFileSchema,
    async answer(asked, request): Promise<z.output<typeof fileLinkSchema>> {
      if ("fileId" in asked) return { url: await openFile(request, asked.secret, asked.fileId) };
      if ("claimId" in asked)
        return { url: await openDecision(request, asked.secret, asked.claimId) };
      return { url: await openReceipt(request, asked) };
    },
  });
}

const notHere = () => notFound("Este arquivo não está aqui.");
