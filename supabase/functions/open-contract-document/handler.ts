import * as z from "zod/mini";
import { contractDocumentSchema } from "#contracts/leases/contract-documents.ts";
import { requireAccessToken } from "../_shared/callers.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

const openedSchema = z.object({ filePath: z.string(), documentName: z.string() });

/** Returns a link to a contract's document. The database checks that the caller is staff and records the access. */
export function createHandler({ publicGate, callDatabase, auth, files }: Parts): Handler {
  return createEndpoint(publicGate, {
    name: "open-contract-document",
    schema: contractDocumentSchema,
    async answer({ documentId }, request) {
      const token = await requireAccessToken(request, auth);
      const { filePath, documentName } = openedSchema.parse(
        await callDatabase("open_contract_document", { document_id: documentId }, token),
      );
      return { url: await files.link("contract-documents", filePath, `${documentName}.pdf`) };
    },
  });
}
