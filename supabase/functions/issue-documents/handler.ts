import * as z from "zod/mini";
import type { FunctionContent } from "../_shared/content/function-content.ts";
import { sha256 } from "../_shared/hashes.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import { requestIds } from "../_shared/log.ts";
import type { Parts } from "../_shared/parts.ts";
import { makeContractPdf } from "../_shared/pdf/leases-contract-pdf.ts";
import { claimedJobSchema, readDocumentJob } from "../_shared/pdf/document-job.ts";
import { makeLetterPdf } from "../_shared/pdf/leases-letter-pdf.ts";
import { UndrawnLetter } from "../_shared/pdf/pdf-document.ts";
import { retry } from "../_shared/workers.ts";

/** Maximum number of jobs in one run. A job takes up to 0.3 s of a hosted function's two seconds of processor time. */
const mostAtOnce = 2;

/** Returns the file names of the letter and the contract in a version. Each version has file names of its own. */
function filesOf(version: number) {
  const suffix = version > 1 ? `-${version}` : "";
  return [
    { name: "Carta de fiança", file: `carta-de-fianca${suffix}.pdf` },
    { name: "Contrato de garantia", file: `contrato-de-garantia${suffix}.pdf` },
  ] as const;
}
const conditionsFile = { name: "Condições aceitas", file: "condicoes-aceitas.pdf" };

/** Issues letters and contracts, a few per run. Stores the files first, then the documents in one transaction. */
export function createHandler(parts: Parts): Handler {
  const { callDatabase, log } = parts;

  async function issue(claimed: unknown, contractId: string, content: FunctionContent) {
    const { letterSource, contractSource, accepted, version } = readDocumentJob(claimed);
    const files = filesOf(version);
    const letter = await makeLetterPdf(letterSource, content, parts.siteUrl);
    const contract = await makeContractPdf(contractSource, content, parts.siteUrl);
    const [letterFile, contractFile] = files;
    await store(contractId, letterFile.file, letter);
    await store(contractId, contractFile.file, contract);
    if (accepted) {
      const bytes = await parts.files.read(
        "offer-documents",
        `${accepted.offerId}/${accepted.sha256}.pdf`,
      );
      // The file must be the conditions that the applicant accepted. If its hash differs, the job fails.
      if ((await sha256(bytes)) !== accepted.sha256) throw new Error("CONDITIONS");
      await store(contractId, conditionsFile.file, bytes);
    }
    return {
      letter_sha256: await sha256(letter),
      documents: accepted ? [...files, conditionsFile] : [...files],
      version,
    };
  }

  async function store(contractId: string, file: string, bytes: Uint8Array) {
    const path = `${contractId}/${file}`;
    await parts.files.store("contract-documents", path, { bytes, type: "application/pdf" });
  }

  /** Works on a job. Log lines and calls about the job have the id of the HTTP request that queued the job. */
  function workWithRequestId(claimed: z.output<typeof claimedJobSchema>): Promise<boolean> {
    const id = claimed.requestId;
    return id ? requestIds.run(id, () => work(claimed)) : work(claimed);
  }

  async function work(claimed: z.output<typeof claimedJobSchema>): Promise<boolean> {
    const { contractId, attempt } = claimed;
    const claim = { contract_id: contractId, attempt };
    try {
      const made = await issue(claimed, contractId, await parts.readContent());
      await retry(3, () => callDatabase("record_documents_issued", { ...claim, ...made }));
      return true;
    } catch (error) {
      const fault = describeFault(error);
      log({ function: "issue-documents", contract: contractId, attempt, fault }, "warn");
      // If this call fails too, the job's reservation for this run expires, and a later run does the job again.
      await callDatabase("record_documents_failed", {
        ...claim,
        error: fault,
        // A retry would fail on the same character, so staff have to correct the contract first.
        is_final: error instanceof UndrawnLetter,
      }).catch(() => undefined);
      return false;
    }
  }

  return createEndpoint(parts.secretGate, {
    name: "issue-documents",
    schema: z.object({}),
    async answer() {
      const counts = { issued: 0, failed: 0 };
      for (let turn = 0; turn < mostAtOnce; turn++) {
        // oxlint-disable-next-line no-await-in-loop -- a job's lease begins when its work does
        const claimed = await callDatabase("claim_document_job", {});
        if (claimed === null) break;
        // oxlint-disable-next-line no-await-in-loop
        const isIssued = await workWithRequestId(claimedJobSchema.parse(claimed));
        counts[isIssued ? "issued" : "failed"]++;
      }
      if (counts.issued > 0) parts.kickDelivery();
      if (counts.issued + counts.failed === mostAtOnce) parts.kickDocuments();
      return counts;
    },
  });
}

/** Returns a fault's code for staff, never its message, which could contain text of a document. */
function describeFault(error: unknown): string {
  if (error instanceof RequestFailure) return error.reason ?? error.code;
  if (error instanceof z.core.$ZodError) {
    return `DATA ${error.issues.map(({ path }) => path.join(".")).join(" ")}`;
  }
  return error instanceof Error && error.message === "CONDITIONS" ? "CONDITIONS" : "RENDER";
}
