import * as z from "zod/mini";
import type { FunctionContent } from "../_shared/content/function-content.ts";
import { hex } from "../_shared/hashes.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import { requestIds } from "../_shared/log.ts";
import type { Parts } from "../_shared/parts.ts";
import { makeContractPdf } from "../_shared/pdf/contract-pdf.ts";
import { claimedJobSchema, readDocumentJob } from "../_shared/pdf/document-job.ts";
import { makeLetterPdf } from "../_shared/pdf/letter-pdf.ts";
import { retry } from "../_shared/workers.ts";

type Needed = Pick<
  Parts,
  | "secretGate"
  | "callDatabase"
  | "files"
  | "readContent"
  | "kickDelivery"
  | "kickDocuments"
  | "siteUrl"
  | "log"
>;

/**
 * A hosted function has two seconds of processor time. The files of a contract take 0.3 of a new worker and
 * half of that afterwards: these stay within a third.
 */
const mostAtOnce = 2;

/** A later version is stored beside the former, which is never written over. */
function filesOf(version: number) {
  const suffix = version > 1 ? `-${version}` : "";
  return [
    { name: "Carta de fiança", file: `carta-de-fianca${suffix}.pdf` },
    { name: "Contrato de garantia", file: `contrato-de-garantia${suffix}.pdf` },
  ] as const;
}
const conditionsFile = { name: "Condições aceitas", file: "condicoes-aceitas.pdf" };

/**
 * Makes the letter and the contract of what was accepted, a few at a time, and calls itself while
 * there are more. Files first, then, in one transaction, all that makes them known.
 */
export function createHandler(parts: Needed): Handler {
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
      // What was accepted is filed as it was, or not at all.
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

  /** By the id of the call that queued it, in every line and call about it. */
  function workAsAsked(claimed: z.output<typeof claimedJobSchema>): Promise<boolean> {
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
      // Unrecorded, the lease runs out and the job is done again.
      await callDatabase("record_documents_failed", { ...claim, error: fault }).catch(
        () => undefined,
      );
      return false;
    }
  }

  return createEndpoint(parts.secretGate, {
    name: "issue-documents",
    schema: z.object({}),
    async answer() {
      const counts = { issued: 0, failed: 0 };
      for (let turn = 0; turn < mostAtOnce; turn++) {
        // One at a time: a lease begins when its work does.
        // oxlint-disable-next-line no-await-in-loop
        const claimed = await callDatabase("claim_document_job", {});
        if (claimed === null) break;
        // oxlint-disable-next-line no-await-in-loop
        const isIssued = await workAsAsked(claimedJobSchema.parse(claimed));
        counts[isIssued ? "issued" : "failed"]++;
      }
      if (counts.issued > 0) parts.kickDelivery();
      if (counts.issued + counts.failed === mostAtOnce) parts.kickDocuments();
      return counts;
    },
  });
}

async function sha256(bytes: Uint8Array): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
}

/** What staff read: no message of others, which could quote what a document says. */
function describeFault(error: unknown): string {
  if (error instanceof RequestFailure) return error.reason ?? error.code;
  if (error instanceof z.core.$ZodError) {
    return `DATA ${error.issues.map(({ path }) => path.join(".")).join(" ")}`;
  }
  return error instanceof Error && error.message === "CONDITIONS" ? "CONDITIONS" : "RENDER";
}
