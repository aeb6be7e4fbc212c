import * as z from "zod/mini";
import { requireCaller } from "../_shared/callers.ts";
import {
  maximumFileBytes,
  uploadDocumentSchema,
  uploadedDocumentSchema,
  uploadHeaders,
  uploadRightSchema,
} from "../_shared/contracts/documents.ts";
import {
  inspectionBounds,
  inspectionUploadSchema,
} from "../_shared/contracts/guarantee/inspections.ts";
import { claimFileBounds, claimUploadSchema } from "../_shared/contracts/guarantee/claims.ts";
import { judgeDocument } from "../_shared/documents/judge-document.ts";
import { hex, secretHash } from "../_shared/hashes.ts";
import {
  type Handler,
  checkInput,
  createBodyRoom,
  createDoor,
  readInput,
} from "../_shared/http/endpoint.ts";
import { RequestFailure, linkNotFound } from "../_shared/http/request-failure.ts";
import type { Parts } from "../_shared/parts.ts";

type Needed = Pick<
  Parts,
  "publicGate" | "callDatabase" | "auth" | "callerAddress" | "hashAddress" | "files" | "log"
>;

const bucket = "request-documents";
// What stands between the fields beside the file itself.
const body = { kind: "form", maximumBytes: maximumFileBytes + 16 * 1024 } as const;
/** Three or four times 10 MB each, of the 256 MB that a hosted function has. */
const room = createBodyRoom(4);

/** Of a file that has one. */
const receiptSchema = uploadedDocumentSchema.shape.file;

const openedSchema = z.nullable(
  z.pipe(
    z.object({
      simulationId: z.optional(z.uuid()),
      contractId: z.optional(z.uuid()),
      keptSha256: z.optional(z.string()),
      file: receiptSchema,
      isOpen: z.boolean(),
    }),
    z.transform(({ simulationId, contractId, ...opened }) => ({
      ...opened,
      folder: simulationId ?? contractId,
    })),
  ),
);
const receivedSchema = z.nullable(
  z.object({
    isKept: z.boolean(),
    changed: z.boolean(),
    replaced: z.optional(z.string()),
    isFull: z.optional(z.boolean()),
    file: receiptSchema,
  }),
);

/** What of a form goes to the database beside the file, by the kind that its headers name. */
const readForm = {
  asked: async (request: Request) => ({
    file: (await readInput(request, uploadDocumentSchema, body)).file,
    fields: {},
  }),
  inspection: async (request: Request) => {
    const { file, note = null, ...fields } = await readInput(request, inspectionUploadSchema, body);
    return { file, fields: { ...fields, note } };
  },
  claim: async (request: Request) => {
    const {
      file,
      itemId: item_id = null,
      kind,
    } = await readInput(request, claimUploadSchema, body);
    return { file, fields: { item_id, kind } };
  },
};

/**
 * Takes a document that staff asked for from whoever has the request's link, the receipt of the keys
 * from the tenant who ends a contract, a report's file from either side, or a claim's from either side and
 * from staff. The file is stored before its row names it, so a row never names nothing; a file without a row is removed, here or
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

  /** By whom and what for: what the database asks to know the document by. */
  async function whoseDocument(request: Request) {
    const right = checkInput(
      {
        kind: request.headers.get(uploadHeaders.kind),
        secret: request.headers.get(uploadHeaders.secret),
        documentId: request.headers.get(uploadHeaders.documentId) ?? "",
        of: request.headers.get(uploadHeaders.of) ?? "",
      },
      uploadRightSchema,
    );
    const { secret, documentId: id } = right;
    const secret_hash = secret === null ? null : await secretHash(secret);
    const caller = secret === null ? await requireCaller(request, parts.auth) : null;
    const holder = caller?.userId ?? null;
    if (right.kind === "claim") {
      const is_staff =
        caller !== null &&
        z.boolean().parse(await callDatabase("is_active_staff", {}, caller.token));
      const known = { holder, secret_hash, is_staff, claim_id: right.of, file_id: id };
      const read = readForm.claim;
      return { id, known, read, open: "open_claim_upload", receive: "receive_claim_file" };
    }
    if (right.kind === "inspection") {
      const known = { holder, secret_hash, contract_id: right.of, file_id: id };
      const read = readForm.inspection;
      return { id, known, read, open: "open_inspection_upload", receive: "receive_inspection" };
    }
    const read = readForm.asked;
    if (secret === null) {
      const known = { holder, ending_id: id };
      return { id, known, read, open: "open_proof_upload", receive: "receive_proof" };
    }
    const known = { secret_hash, document_id: id };
    return { id, known, read, open: "open_document_upload", receive: "receive_document" };
  }

  /** Asks, and counts, before any of the file is read: a stranger's 10 MB are never in memory. */
  async function requireRight(request: Request) {
    const document = await whoseDocument(request);
    const address_hash = await parts.hashAddress(parts.callerAddress(request));
    const opened = openedSchema.parse(
      await callDatabase(document.open, { ...document.known, address_hash }),
    );
    if (opened === null) throw linkNotFound();
    if (!opened.isOpen && opened.keptSha256 === undefined) throw closed();
    return { document, opened };
  }

  type Right = Awaited<ReturnType<typeof requireRight>>;

  async function receive(
    { document, opened }: Right,
    request: Request,
  ): Promise<z.output<typeof uploadedDocumentSchema>> {
    const { file, fields } = await document.read(request);
    const sent = new Uint8Array(await file.arrayBuffer());
    const file_sha256 = hex(await crypto.subtle.digest("SHA-256", sent));
    if (opened.keptSha256 === file_sha256) return sentAs(opened.file);
    if (!opened.isOpen) throw closed();

    const { bytes, type, extension } = await judgeDocument(sent);
    const path = `${opened.folder}/${crypto.randomUUID()}.${extension}`;
    await files.store(bucket, path, { bytes, type });
    const received = receivedSchema.parse(
      await callDatabase(document.receive, {
        ...document.known,
        file_sha256,
        file_path: path,
        file_type: type,
        ...fields,
        ...(countsBytes.has(document.receive) && { bytes: bytes.length }),
      }),
    );
    if (!received?.changed) await remove(path);
    if (received?.isFull) throw full(document.receive);
    if (!received?.isKept) throw received ? closed() : linkNotFound();
    if (received.replaced !== undefined) await remove(received.replaced);
    return sentAs(received.file);
  }

  return createDoor(parts.publicGate, "upload-document", async (request) => {
    const right = await requireRight(request);
    return room(right.document.id, () => receive(right, request));
  });
}

const closed = () =>
  new RequestFailure(
    409,
    "invalid_request",
    "Este documento não é mais esperado. Atualize a página para ver em que pé está o pedido.",
  );

/** Of these a side may send so many files and bytes. */
const countsBytes = new Map([
  ["receive_inspection", `Esta vistoria já tem ${inspectionBounds.files} arquivos ou 200 MB`],
  ["receive_claim_file", `Este pedido já tem ${claimFileBounds.files} arquivos seus ou 200 MB`],
]);

const full = (receive: string) =>
  new RequestFailure(
    409,
    "invalid_request",
    `${countsBytes.get(receive) ?? "Não cabe mais nada"}, o máximo. O que foi enviado está guardado.`,
  );

const sentAs = (file: z.output<typeof receiptSchema>): z.output<typeof uploadedDocumentSchema> => ({
  status: "sent",
  ...(file && { file }),
});
