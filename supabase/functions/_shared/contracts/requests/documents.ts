import * as z from "zod/mini";
import { optionalTextField, textField } from "../fields/text.ts";
import {
  type AskedDocumentsKind,
  askedDocumentsKind,
  askedFilesFileType,
} from "../stored-values.ts";

export const documentKindTitles = {
  identity: "Documento de identidade",
  income: "Comprovante de renda",
  residence: "Comprovante de residência",
  other: "Outro documento",
} satisfies Record<AskedDocumentsKind, string>;

/** Largest size of an uploaded file. The storage buckets have the same limit. */
export const maximumFileBytes = 10 * 1024 * 1024;

/**
 * HTTP headers that authorise an upload before the file is read. Values are not in the URL, because URLs are logged.
 */
export const uploadHeaders = {
  /** Secret of a link. Without a secret, the caller must be signed in. */
  secret: "x-request-secret",
  /**
   * Id of the file, which the browser creates. For a receipt of the keys, the id of the contract's ending; for the
   * kind `bureau`, the id of the answer.
   */
  documentId: "x-document-id",
  kind: "x-document-kind",
  /**
   * Id of the requested document for the kind `asked`, of the lease for the kind `inspection`, of the claim for the
   * kind `claim`, or of the request for the kind `bureau`.
   */
  of: "x-document-of",
} as const;

const upload = {
  secret: z.nullable(z.string("Link inválido").check(z.maxLength(200, "Link inválido"))),
  documentId: z.uuid("Documento inválido"),
};

export const uploadRightSchema = z.discriminatedUnion(
  "kind",
  [
    z.object({ ...upload, kind: z.literal(null) }),
    z.object({ ...upload, kind: z.literal("asked"), of: z.uuid("Documento inválido") }),
    // Receipt of the keys, from the signed-in tenant or by a landlord's link.
    z.object({ ...upload, kind: z.literal("keys") }),
    z.object({ ...upload, kind: z.literal("inspection"), of: z.uuid("Locação inválida") }),
    z.object({ ...upload, kind: z.literal("claim"), of: z.uuid("Pedido inválido") }),
    // File of the answer of a credit bureau, from staff.
    z.object({ ...upload, kind: z.literal("bureau"), of: z.uuid("Simulação inválida") }),
  ],
  "Documento inválido",
);

export const uploadDocumentSchema = z.object({
  file: z
    .file("Escolha um arquivo")
    .check(
      z.minSize(1, "O arquivo está vazio. Escolha outro."),
      z.maxSize(maximumFileBytes, "O arquivo passa de 10 MB. Envie um menor."),
    ),
});

/** Reply of upload-document. `file` has the facts for the person's receipt; absent for uploads without a receipt. */
export const uploadedDocumentSchema = z.object({
  status: z.literal("sent"),
  file: z.optional(z.object({ id: z.string(), sha256: z.string(), receivedAt: z.string() })),
});

/** Returns the first digits of a file's SHA-256, which people see as the file's code. */
export const fileCode = (sha256: string) => sha256.slice(0, 12).toUpperCase();

/** Limits of the files of one requested document. The database has the same limits. */
export const askedFileBounds = { files: 10, bytes: 50 * 1024 * 1024 } as const;

/** File of a requested document, as staff and the applicant see it. `receivedAt` is ISO 8601. */
export const askedFileSchema = z.object({
  id: z.string(),
  type: z.enum(askedFilesFileType),
  bytes: z.number(),
  receivedAt: z.string(),
});

export type AskedFile = z.output<typeof askedFileSchema>;

/** Input of withdraw-file, with which an applicant removes a file of a requested document. */
export const withdrawFileSchema = z.object({
  secret: z.string("Link inválido").check(z.maxLength(200, "Link inválido")),
  fileId: z.uuid("Arquivo inválido"),
});

/** Reply of withdraw-file; `changed` is false when the file was removed earlier. */
export const withdrawnFileSchema = z.object({ changed: z.boolean() });

/** Input of open-document: the id of a file of a requested document, of a contract's ending, or of a bureau's answer. */
export const openDocumentSchema = z.object({ documentId: z.uuid("Documento inválido") });

const chooseOne = "Escolha ao menos um documento";

export const askDocumentsFormSchema = z
  .object({
    // A form without a ticked box has no `kinds`, so the message is set for a missing array and for an empty array.
    kinds: z.array(z.enum(askedDocumentsKind), chooseOne).check(z.minLength(1, chooseOne)),
    note: optionalTextField(500),
  })
  .check(
    z.refine(({ kinds, note }) => !kinds.includes("other") || note !== undefined, {
      error: "Diga qual é o outro documento",
      path: ["note"],
    }),
    z.refine(({ note }) => note === undefined || [...note].length >= 3, {
      error: "Escreva ao menos 3 caracteres",
      path: ["note"],
    }),
  );

/** Form in which staff refuse a document. The applicant reads the reason. */
export const documentRefusalFormSchema = z.object({
  reason: textField({ min: 3, max: 500, message: "Diga o que está errado no documento" }),
});

export const documentChangeSchema = z.object({ changed: z.boolean(), status: z.string() });

/** Reply of a function that opens a file: a link that works for one minute. */
export const fileLinkSchema = z.object({ url: z.string().check(z.regex(/^https?:\/\//)) });
