import * as z from "zod/mini";
import {
  type documentChangeSchema,
  fileContractDocumentSchema,
  maximumDocumentBytes,
} from "../_shared/contracts/contract-document.ts";
import { checkPdf } from "../_shared/documents/check-pdf.ts";
import { UnfitFile } from "../_shared/documents/unfit-file.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure, forbidden } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { requireCaller } from "../_shared/require-access-token.ts";

type Needed = Pick<Parts, "publicGate" | "callDatabase" | "auth" | "files" | "log">;

const bucket = "contract-documents";
const name = "file-contract-document";
const changeSchema = z.object({ changed: z.boolean() });

/**
 * Files a PDF with a contract. The file is stored before its row names it, under a path of its own,
 * so that no second call can take the place of a file that is there; one that got no row is removed.
 */
export function createHandler({ publicGate, callDatabase, auth, files, log }: Needed): Handler {
  /** A token of active staff, asked before 10 MB of anybody else are looked at. */
  async function requireStaff(request: Request, subjectId: string): Promise<string> {
    const { token, userId } = await requireCaller(request, auth);
    if (z.boolean().parse(await callDatabase("is_active_staff", {}, token))) return token;
    await callDatabase("record_denied_call", {
      actor: userId,
      action: name,
      subject_id: subjectId,
    });
    throw forbidden();
  }

  async function remove(path: string): Promise<void> {
    await files
      .remove(bucket, [path])
      .catch(() => log({ function: name, event: "file-not-removed" }));
  }

  return createEndpoint(publicGate, {
    name,
    schema: fileContractDocumentSchema,
    // The fields and what stands between them beside the file itself.
    body: { kind: "form", maximumBytes: maximumDocumentBytes + 16 * 1024 },
    async answer(
      { contractId, documentId, documentName, file },
      request,
    ): Promise<z.output<typeof documentChangeSchema>> {
      const token = await requireStaff(request, contractId);
      const bytes = new Uint8Array(await file.arrayBuffer());
      await requireFitPdf(bytes);
      const path = `${contractId}/${documentId}-${crypto.randomUUID()}.pdf`;
      await files.store(bucket, path, { bytes, type: "application/pdf" });
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
    },
  });
}

/** Throws 422 for what is no PDF by its bytes, or one in which something runs or hides. */
async function requireFitPdf(bytes: Uint8Array): Promise<void> {
  try {
    if (new TextDecoder("latin1").decode(bytes.subarray(0, 5)) !== "%PDF-") {
      throw new UnfitFile("Envie um arquivo PDF.");
    }
    await checkPdf(bytes);
  } catch (error) {
    if (!(error instanceof UnfitFile)) throw error;
    const fields = { file: error.message };
    throw new RequestFailure(422, "invalid_fields", error.message, { fields });
  }
}
