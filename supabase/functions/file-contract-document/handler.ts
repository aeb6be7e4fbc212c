import * as z from "zod/mini";
import {
  contractDocumentChangeSchema,
  fileContractDocumentSchema,
} from "#contracts/leases/contract-documents.ts";
import { requireRight, requireCaller } from "../_shared/callers.ts";
import { unfit } from "../_shared/documents/clean-document.ts";
import { judgeDocument } from "../_shared/documents/judge-document.ts";
import { removeOrphan } from "../_shared/files.ts";
import { type Handler, createRawEndpoint, parseInput } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import type { ReceivedBody } from "../_shared/http/request-body.ts";
import { createUploadGate } from "../_shared/http/upload-slots.ts";
import type { Parts } from "../_shared/parts.ts";

const bucket = "contract-documents";
const name = "file-contract-document";

/** Stores a PDF under a new path, then a database row for it. Removes the file if the database refuses the row. */
export function createHandler(parts: Parts): Handler {
  const receiveUpload = createUploadGate();

  async function file(
    token: string,
    body: ReceivedBody,
  ): Promise<z.output<typeof contractDocumentChangeSchema>> {
    const { contractId, documentId, documentName, ...sent } = await parseInput(
      body,
      fileContractDocumentSchema,
    );
    const unjudged = new Uint8Array(await sent.file.arrayBuffer());
    if (new TextDecoder("latin1").decode(unjudged.subarray(0, 5)) !== "%PDF-") {
      throw unfit("Envie um arquivo PDF.");
    }
    const { bytes, type } = await judgeDocument(unjudged);
    const path = `${contractId}/${documentId}-${crypto.randomUUID()}.pdf`;
    await parts.files.store(bucket, path, { bytes, type });
    try {
      const row = {
        contract_id: contractId,
        document_id: documentId,
        document_name: documentName,
        file_path: path,
      };
      const filed = contractDocumentChangeSchema.parse(
        await parts.callDatabase("file_contract_document", row, token),
      );
      if (!filed.changed) await removeOrphan(parts, name, [bucket, path]);
      return filed;
    } catch (error) {
      // After a refusal the file is removed. After an outage (5xx) the row may have been stored, so the file must stay.
      if (error instanceof RequestFailure && error.status < 500) {
        await removeOrphan(parts, name, [bucket, path]);
      }
      throw error;
    }
  }

  return createRawEndpoint(parts.publicGate, name, async (request) => {
    // The caller is checked before the body is read, so that a stranger cannot fill the memory with files.
    const caller = await requireCaller(request, parts.auth);
    await requireRight(parts, caller, "contracts", { action: name });
    return receiveUpload(caller.userId, request, (body) => file(caller.token, body));
  });
}
