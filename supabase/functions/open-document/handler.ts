import { type fileLinkSchema, openDocumentSchema } from "../_shared/contracts/documents.ts";
import * as z from "zod/mini";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";
import { requireAccessToken } from "../_shared/callers.ts";

type Needed = Pick<Parts, "publicGate" | "callDatabase" | "auth" | "files">;

/** Long enough to open the file, too short to be worth passing on. */
const validSeconds = 60;

const viewedSchema = z.object({ path: z.string() });

/** Gives staff a document of an applicant. The database asks who calls and notes every view. */
export function createHandler({ publicGate, callDatabase, auth, files }: Needed): Handler {
  return createEndpoint(publicGate, {
    name: "open-document",
    schema: openDocumentSchema,
    async answer({ documentId }, request): Promise<z.output<typeof fileLinkSchema>> {
      const token = await requireAccessToken(request, auth);
      const { path } = viewedSchema.parse(
        await callDatabase("view_document", { document_id: documentId }, token),
      );
      // With a name it is a download wherever it is opened: a stranger's file is shown as pictures.
      const name = `documento-${documentId.slice(0, 8)}${/\.\w+$/.exec(path)?.[0] ?? ""}`;
      return {
        url: await files.link("request-documents", path, { seconds: validSeconds, name }),
      };
    },
  });
}
