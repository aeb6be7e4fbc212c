import * as z from "zod/mini";
import { requireCaller, requireRight } from "../_shared/callers.ts";
import {
  askedFileBounds,
  uploadDocumentSchema,
  uploadedDocumentSchema,
  uploadHeaders,
  uploadRightSchema,
} from "#contracts/requests/documents.ts";
import { inspectionBounds, inspectionUploadSchema } from "#contracts/inspections/inspections.ts";
import { claimFileBounds, claimUploadSchema } from "#contracts/claims/claim-requests.ts";
import { judgeDocument } from "../_shared/documents/judge-document.ts";
import { removeOrphan } from "../_shared/files.ts";
import { secretHash, sha256 } from "../_shared/hashes.ts";
import {
  type Handler,
  checkInput,
  createRawEndpoint,
  parseInput,
} from "../_shared/http/endpoint.ts";
import { RequestFailure, linkNotFound, unauthorized } from "../_shared/http/request-failure.ts";
import type { ReceivedBody } from "../_shared/http/request-body.ts";
import { createUploadGate } from "../_shared/http/upload-slots.ts";
import type { Parts } from "../_shared/parts.ts";

const name = "upload-document";
const bucket = "request-documents";

const receiptSchema = uploadedDocumentSchema.shape.file;

const openedSchema = z.nullable(
  z.pipe(
    z.object({
      simulationId: z.optional(z.uuid()),
      contractId: z.optional(z.uuid()),
      leaseId: z.optional(z.uuid()),
      keptSha256: z.optional(z.string()),
      file: receiptSchema,
      isOpen: z.boolean(),
    }),
    z.transform(({ simulationId, contractId, leaseId, ...opened }) => ({
      ...opened,
      folder: simulationId ?? contractId ?? leaseId,
    })),
  ),
);
const receivedSchema = z.nullable(
  z.object({
    isKept: z.boolean(),
    changed: z.boolean(),
    isFull: z.optional(z.boolean()),
    file: receiptSchema,
  }),
);

/** Form readers by kind of document. Each returns the file and the other fields for the database. */
const readForm = {
  asked: async (body: ReceivedBody) => ({
    file: (await parseInput(body, uploadDocumentSchema)).file,
    fields: {},
  }),
  inspection: async (body: ReceivedBody) => {
    const { file, note = null, ...fields } = await parseInput(body, inspectionUploadSchema);
    return { file, fields: { ...fields, note } };
  },
  claim: async (body: ReceivedBody) => {
    const { file, itemId, kind } = await parseInput(body, claimUploadSchema);
    return { file, fields: { item_id: itemId ?? null, kind } };
  },
};

/**
 * Stores an uploaded file, then its database row. Removes the file if no row is stored. Repeating an upload is
 * harmless.
 */
export function createHandler(parts: Parts): Handler {
  const { callDatabase, files } = parts;
  const receiveUpload = createUploadGate();

  const remove = (path: string) => removeOrphan(parts, name, [bucket, path]);

  /**
   * Returns the sender's right (hash of the link's secret, or account), the reader of the form, and the database
   * functions for this kind of document with their parameters.
   */
  async function readTarget(request: Request) {
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
    const by = { holder, secret_hash };
    if (right.kind === "claim") {
      const is_staff =
        caller !== null &&
        z.boolean().parse(await callDatabase("is_active_staff", {}, caller.token));
      if (caller !== null && is_staff) {
        await requireRight(parts, caller, "claims", {
          action: "send-claim-file",
          subject_id: right.of,
        });
      }
      const known = { holder, secret_hash, is_staff, claim_id: right.of, file_id: id };
      const read = readForm.claim;
      return { by, known, read, open: "open_claim_upload", receive: "receive_claim_file" };
    }
    if (right.kind === "bureau") {
      if (caller === null) throw unauthorized();
      await requireRight(parts, caller, "requests", {
        action: "record-bureau-answer",
        subject_id: right.of,
      });
      const known = { holder, answer_id: id };
      const read = readForm.asked;
      return { by, known, read, open: "open_bureau_upload", receive: "receive_bureau_file" };
    }
    if (right.kind === "inspection") {
      const known = { holder, secret_hash, lease_id: right.of, file_id: id };
      const read = readForm.inspection;
      return { by, known, read, open: "open_inspection_upload", receive: "receive_inspection" };
    }
    const read = readForm.asked;
    if (right.kind === "asked") {
      const known = { secret_hash, document_id: right.of, file_id: id };
      return { by, known, read, open: "open_document_upload", receive: "receive_document" };
    }
    const known = { holder, secret_hash, ending_id: id };
    return { by, known, read, open: "open_proof_upload", receive: "receive_proof" };
  }

  /** Checks and counts the call before the file is read, so that a stranger cannot fill the memory with files. */
  async function openUpload(request: Request) {
    const document = await readTarget(request);
    const address_hash = await parts.hashAddress(parts.callerAddress(request));
    const opened = openedSchema.parse(
      await callDatabase(document.open, { ...document.known, address_hash }),
    );
    if (opened === null) throw linkNotFound();
    if (!opened.isOpen && opened.keptSha256 === undefined) throw closed();
    return { document, opened };
  }

  type Right = Awaited<ReturnType<typeof openUpload>>;

  /** Returns the right by which uploads are counted: an account, a landlord's address, or the link of a request. */
  async function senderOf({ document: { by, known }, opened }: Right): Promise<string> {
    if ("document_id" in known) return `request ${opened.folder}`;
    if (by.holder !== null) return `account ${by.holder}`;
    // A landlord may hold several links, so the link does not identify the landlord.
    const { secret_hash } = by;
    const address = z
      .nullable(z.string())
      .parse(await callDatabase("upload_sender", { secret_hash }));
    if (address === null) throw linkNotFound();
    return `landlord ${address}`;
  }

  async function receive(
    { document, opened }: Right,
    body: ReceivedBody,
  ): Promise<z.output<typeof uploadedDocumentSchema>> {
    const { file, fields } = await document.read(body);
    const sent = new Uint8Array(await file.arrayBuffer());
    const file_sha256 = await sha256(sent);
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
    return sentAs(received.file);
  }

  return createRawEndpoint(parts.publicGate, name, async (request) => {
    const right = await openUpload(request);
    return receiveUpload(await senderOf(right), request, (body) => receive(right, body));
  });
}

const closed = () =>
  new RequestFailure(
    409,
    "invalid_request",
    "Este documento não é mais esperado. Atualize a página para ver em que pé está o pedido.",
  );

/** Message when a person's files reach a limit, by the name of the database function that checks the limit. */
const countsBytes = new Map([
  ["receive_document", `Este documento já tem ${askedFileBounds.files} arquivos ou 50 MB`],
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
