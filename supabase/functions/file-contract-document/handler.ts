import * as z from "zod/mini";
import {
  type contractDocumentChangeSchema,
  fileContractDocumentSchema,
  maximumFileBytes,
} from "../_shared/contracts/documents.ts";
import type { AuditTrailAction } from "../_shared/contracts/stored-values.ts";
import { unfit } from "../_shared/documents/clean-document.ts";
import { judgeDocument } from "../_shared/documents/judge-document.ts";
import { type Handler, createBodyRoom, createDoor, readInput } from "../_shared/http/endpoint.ts";
import { RequestFailure, forbidden } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { requireCaller } from "../_shared/callers.ts";

type Needed = Pick<Parts, "publicGate" | "callDatabase" | "auth" | "files" | "log">;

const bucket = "contract-documents";
const name = "file-contract-document";
const action: AuditTrailAction = name;
const changeSchema = z.object({ changed: z.boolean() });
type Change = z.output<typeof contractDocumentChangeSchema>;
// What stands between the fields beside the file itself.
const body = { kind: "form", maximumBytes: maximumFileBytes + 16 * 1024 } as const;
const room = createBodyRoom(4);

/**
 * Files a PDF with a contract. The file is stored before its row names it, under a path of its own,
 * so that no second call can take the place of a file that is there; one that got no row is removed.
 */
export function createHandler({ publicGate, callDatabase, auth, files, log }: Needed): Handler {
  /** A token of active staff, asked before anything that somebody else sends is read. */
  async function requireStaff(request: Request): Promise<string> {
    const { token, userId } = await requireCaller(request, auth);
    if (z.boolean().parse(await callDatabase("is_active_staff", {}, token))) return token;
    await callDatabase("record_denied_call", { actor: userId, action });
    throw forbidden();
  }

  async function remove(path: string): Promise<void> {
    await files
      .remove(bucket, [path])
      .catch(() => log({ function: name, event: "file-not-removed" }));
  }

  async function file(token: string, request: Request): Promise<Change> {
    const { contractId, documentId, documentName, ...sent } = await readInput(
      request,
      fileContractDocumentSchema,
      body,
    );
    const unjudged = new Uint8Array(await sent.file.arrayBuffer());
    if (new TextDecoder("latin1").decode(unjudged.subarray(0, 5)) !== "%PDF-") {
      throw unfit("Envie um arquivo PDF.");
    }
    const { bytes, type } = await judgeDocument(unjudged);
    const path = `${contractId}/${documentId}-${crypto.randomUUID()}.pdf`;
    await files.store(bucket, path, { bytes, type });
    try {
      const filed = changeSchema.parse(
        await callDatabase(
          "file_contract_document",
          {
            contract_id: contractId,
            document_id: documentId,
            document_name: documentName,
            file_path: path,
          },
          token,
        ),
      );
      if (!filed.changed) await remove(path);
      return filed;
    } catch (error) {
      // After an outage the row may be there all the same: then its file has to stay.
      if (error instanceof RequestFailure && error.status < 500) await remove(path);
      throw error;
    }
  }

  return createDoor(publicGate, name, async (request) => {
    const token = await requireStaff(request);
    return room(token, () => file(token, request));
  });
}
