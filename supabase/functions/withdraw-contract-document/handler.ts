import * as z from "zod/mini";
import {
  contractDocumentSchema,
  type contractDocumentChangeSchema,
} from "../_shared/contracts/documents.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";
import { requireAccessToken } from "../_shared/callers.ts";

type Needed = Pick<Parts, "publicGate" | "callDatabase" | "auth" | "files" | "log">;

const withdrawnSchema = z.object({ changed: z.boolean(), filePath: z.optional(z.string()) });

/**
 * Takes away a document that staff filed. Its row goes first, and with it whoever could open the
 * file; a file that then stays behind is one that nothing leads to.
 */
export function createHandler({ publicGate, callDatabase, auth, files, log }: Needed): Handler {
  const name = "withdraw-contract-document";
  return createEndpoint(publicGate, {
    name,
    schema: contractDocumentSchema,
    async answer({ documentId }, request): Promise<z.output<typeof contractDocumentChangeSchema>> {
      const token = await requireAccessToken(request, auth);
      const { changed, filePath } = withdrawnSchema.parse(
        await callDatabase("withdraw_contract_document", { document_id: documentId }, token),
      );
      if (filePath !== undefined) {
        await files
          .remove("contract-documents", [filePath])
          .catch(() => log({ function: name, event: "file-not-removed" }));
      }
      return { changed };
    },
  });
}
