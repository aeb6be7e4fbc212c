import * as z from "zod/mini";
import { openDocumentSchema } from "#contracts/requests/documents.ts";
import { requireAccessToken } from "../_shared/callers.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import type { Parts } from "../_shared/parts.ts";

const viewedSchema = z.object({ path: z.string() });

/** Returns a link to a file of an applicant's document. The database checks that the caller is staff and records the access. */
export function createHandler({ publicGate, callDatabase, auth, files }: Parts): Handler {
  return createEndpoint(publicGate, {
    name: "open-document",
    schema: openDocumentSchema,
    async answer({ documentId }, request) {
      const token = await requireAccessToken(request, auth);
      const { path } = viewedSchema.parse(
        await callDatabase("view_document", { document_id: documentId }, token),
      );
      // The link downloads the file instead of opening it, because a stranger sent the file. Staff pages display only
      // images.
      const name = `documento-${documentId.slice(0, 8)}${/\.\w+$/.exec(path)?.[0] ?? ""}`;
      return { url: await files.link("request-documents", path, name) };
    },
  });
}
