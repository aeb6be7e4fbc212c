import * as z from "zod/mini";
import { callByLinkOrToken } from "../_shared/callers.ts";
import type { fileLinkSchema } from "#contracts/requests/documents.ts";
import { momentTitles, openCaseFileSchema } from "#contracts/inspections/inspections.ts";
import { sha256 } from "../_shared/hashes.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { notFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { drawOpened } from "../_shared/pdf/document-job.ts";
import { decisionSourceSchema, makeDecisionPdf } from "../_shared/pdf/claims-decision-pdf.ts";
import { inspectionListSchema, makeInspectionPdf } from "../_shared/pdf/inspections-receipt-pdf.ts";

/** Returns a short-lived link to a case's file, receipt or decision. The database checks and records access. */
export function createHandler(parts: Parts): Handler {
  const { callDatabase, files } = parts;

  /** Returns the stored decision, drawn when it is first requested. */
  async function openDecision(request: Request, secret: string | undefined, claimId: string) {
    const queries = { byToken: "view_claim_decision", byLink: "find_claim_decision" };
    const source = z
      .nullable(decisionSourceSchema)
      .parse(await callByLinkOrToken(parts, request, queries, { secret, claim_id: claimId }));
    if (source === null) throw notHere();
    const { contractId, protocol, round } = source;
    const pathOf = (hash: string) => `${contractId}/decisao-${protocol}-${round}-${hash}.pdf`;

    async function draw(known: z.output<typeof decisionSourceSchema>): Promise<string> {
      const document = { contractId, name: `Decisão ${protocol}` };
      const bytes = await drawOpened(callDatabase, document, async () =>
        makeDecisionPdf(known, await parts.readContent()),
      );
      const file_sha256 = await sha256(bytes);
      // The file comes first, because a decision must never lack it; a file without its row does no harm.
      await files.store("contract-documents", pathOf(file_sha256), {
        bytes,
        type: "application/pdf",
      });
      const record = { claim_id: claimId, round, file_sha256 };
      return z.string().parse(await callDatabase("record_claim_decision", record));
    }

    const path = pathOf(source.sha256 ?? (await draw(source)));
    return files.link("contract-documents", path, `decisao-${protocol}.pdf`);
  }

  return createEndpoint(parts.publicGate, {
    name: "open-case-file",
    schema: openCaseFileSchema,
    async answer({ secret, ...asked }, request): Promise<z.output<typeof fileLinkSchema>> {
      if ("fileId" in asked) {
        const queries = { byToken: "view_case_file", byLink: "find_case_file" };
        const found = z
          .nullable(z.object({ path: z.string() }))
          .parse(
            await callByLinkOrToken(parts, request, queries, { secret, file_id: asked.fileId }),
          );
        if (found === null) throw notHere();
        // The file name makes browsers download the file, because a stranger sent the file. Pages display only images.
        const name = `arquivo-${asked.fileId.slice(0, 8)}${/\.\w+$/.exec(found.path)?.[0] ?? ""}`;
        return { url: await files.link("request-documents", found.path, name) };
      }
      if ("claimId" in asked) return { url: await openDecision(request, secret, asked.claimId) };
      const { contractId, moment, side } = asked;
      const queries = { byToken: "list_inspection", byLink: "list_inspection_by_link" };
      const list = inspectionListSchema.parse(
        await callByLinkOrToken(parts, request, queries, {
          secret,
          contract_id: contractId,
          moment,
          side,
        }),
      );
      if (list === null) throw notHere();
      const document = { contractId: list.contractId, name: `Recibo da ${momentTitles[moment]}` };
      const bytes = await drawOpened(callDatabase, document, async () =>
        makeInspectionPdf({ ...list, moment, side }, await parts.readContent()),
      );
      const name = `recibo-vistoria-${moment === "entry" ? "entrada" : "saida"}-${side === "tenant" ? "locatario" : "locador"}.pdf`;
      const path = `${list.contractId}/${name}`;
      await files.store("contract-documents", path, { bytes, type: "application/pdf" });
      return { url: await files.link("contract-documents", path, name) };
    },
  });
}

const notHere = () => notFound("Este arquivo não está aqui.");
