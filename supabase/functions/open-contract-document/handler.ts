import { contractDocumentSchema, type fileLinkSchema } from "../_shared/contracts/documents.ts";
import * as z from "zod/mini";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";
import { requireAccessToken } from "../_shared/callers.ts";

type Needed = Pick<Parts, "publicGate" | "callDatabase" | "auth" | "files">;

/** Long enough to open the file, too short to be worth passing on. */
const validSeconds = 60;

const openedSchema = z.object({ filePath: z.string(), documentName: z.string() });

/** Shows staff a document of a contract. The database asks who calls and notes every look. */
export function createHandler({ publicGate, callDatabase, auth, files }: Needed): Handler {
  return createEndpoint(publicGate, {
    name: "open-contract-document",
    schema: contractDocumentSchema,
    async answer({ documentId }, request): Promise<z.output<typeof fileLinkSchema>> {
      const token = await requireAccessToken(request, auth);
      const { filePath, documentName } = openedSchema.parse(
        await callDatabase("open_contract_document", { document_id: documentId }, token),
      );
      const name = `${documentName}.pdf`;
      const url = await files.link("contract-documents", filePath, { seconds: validSeconds, name });
      return { url };
    },
  });
}
