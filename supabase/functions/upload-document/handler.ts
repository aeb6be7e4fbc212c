import * as z from "zod/mini";
import {
  maximumFileBytes,
  uploadDocumentSchema,
  type uploadedDocumentSchema,
} from "../_shared/contracts/request-documents.ts";
import { cleanDocument } from "../_shared/documents/clean-document.ts";
import { hex } from "../_shared/hex.ts";
import { createEndpoint, type Handler } from "../_shared/http/endpoint.ts";
import { RequestFailure } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";
import { secretHash } from "../_shared/secret-hash.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "callerAddress" | "hashAddress" | "files" | "log"
>;

const bucket = "request-documents";

const openedSchema = z.nullable(
  z.object({ simulationId: z.uuid(), isKept: z.boolean(), isOpen: z.boolean() }),
);
const receivedSchema = z.nullable(
  z.object({ isKept: z.boolean(), changed: z.boolean(), replaced: z.optional(z.string()) }),
);

/**
 * Takes a document that staff asked for from whoever has the request's link. The file is stored
 * before its row names it, so a row never names nothing; a file without a row is removed, here or
 * by remove-files. The same file again changes nothing.
 */
export function createHandler(parts: Needed): Handler {
  const { callDatabase, files, log } = parts;

  // What stays behind is removed by remove-files.
  async function remove(path: string): Promise<void> {
    await files
      .remove(bucket, [path])
      .catch(() => log({ function: "upload-document", event: "file-not-removed" }));
  }

  return createEndpoint(parts.publicGate, {
    name: "upload-document",
    schema: uploadDocumentSchema,
    // The fields and what stands between them beside the file itself.
    body: { kind: "form", maximumBytes: maximumFileBytes + 16 * 1024 },
    async answer(
      { secret, documentId, file },
      call,
    ): Promise<z.output<typeof uploadedDocumentSchema>> {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const known = {
        secret_hash: await secretHash(secret),
        document_id: documentId,
        file_sha256: hex(await crypto.subtle.digest("SHA-256", bytes)),
      };
      const address_hash = await parts.hashAddress(parts.callerAddress(call));
      const opened = openedSchema.parse(
        await callDatabase("open_document_upload", { ...known, address_hash }),
      );
      if (opened === null) throw notFound();
      if (opened.isKept) return { status: "sent" };
      if (!opened.isOpen) throw closed();

      const { bytes: clean, type, extension } = await cleanDocument(bytes);
      const path = `${opened.simulationId}/${crypto.randomUUID()}.${extension}`;
      await files.store(bucket, path, { bytes: clean, type });
      const received = receivedSchema.parse(
        await callDatabase("receive_document", { ...known, file_path: path, file_type: type }),
      );
      if (!received?.changed) await remove(path);
      if (!received?.isKept) throw received ? closed() : notFound();
      if (received.replaced !== undefined) await remove(received.replaced);
      return { status: "sent" };
    },
  });
}

const notFound = () =>
  new RequestFailure(404, "not_found", "Este link não vale mais. Peça um novo.");

const closed = () =>
  new RequestFailure(
    409,
    "invalid_request",
    "Este documento não é mais esperado. Atualize a página para ver em que pé está o pedido.",
  );
