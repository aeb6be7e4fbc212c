import * as z from "zod/mini";
import { optionalTextField, textField } from "./fields/text.ts";
import { type AskedDocumentsKind, askedDocumentsKind, paymentsWhat } from "./stored-values.ts";

/** What each kind is called, for staff and applicants alike. */
export const documentKindTitles = {
  identity: "Documento de identidade",
  income: "Comprovante de renda",
  residence: "Comprovante de residência",
  other: "Outro documento",
} satisfies Record<AskedDocumentsKind, string>;

/** What a file may have at most; the buckets have the same limit. */
export const maximumFileBytes = 10 * 1024 * 1024;

/**
 * Who sends which document: headers of upload-document, because they are asked about before any of
 * the file is read. Never in the address, which is logged. Without a secret it is somebody who is signed
 * in. Without a kind it is a document that was asked for or, of a tenant, the receipt of the keys of an
 * ending, and the id is its own. Of the other kinds the id is the file's, made by the browser, and `of`
 * says what it belongs to: a report's contract, or a claim.
 */
export const uploadHeaders = {
  secret: "x-request-secret",
  documentId: "x-document-id",
  kind: "x-document-kind",
  of: "x-document-of",
} as const;

const uploadSecret = () =>
  z.nullable(z.string("Link inválido").check(z.maxLength(200, "Link inválido")));

/** What those headers hold. */
export const uploadRightSchema = z.discriminatedUnion(
  "kind",
  [
    z.object({
      kind: z.literal(null),
      secret: uploadSecret(),
      documentId: z.uuid("Documento inválido"),
    }),
    z.object({
      kind: z.literal("inspection"),
      secret: uploadSecret(),
      documentId: z.uuid("Documento inválido"),
      of: z.uuid("Contrato inválido"),
    }),
    z.object({
      kind: z.literal("claim"),
      secret: uploadSecret(),
      documentId: z.uuid("Documento inválido"),
      of: z.uuid("Pedido inválido"),
    }),
  ],
  "Documento inválido",
);

/** What upload-document takes, as form data. */
export const uploadDocumentSchema = z.object({
  file: z
    .file("Escolha um arquivo")
    .check(
      z.minSize(1, "O arquivo está vazio. Escolha outro."),
      z.maxSize(maximumFileBytes, "O arquivo passa de 10 MB. Envie um menor."),
    ),
});

/** What upload-document answers; of a file that has a receipt also what that says. */
export const uploadedDocumentSchema = z.object({
  status: z.literal("sent"),
  file: z.optional(z.object({ id: z.string(), sha256: z.string(), receivedAt: z.string() })),
});

/** By which people know a file: the beginning of its SHA-256. */
export const fileCode = (sha256: string) => sha256.slice(0, 12).toUpperCase();

/** What open-document takes. */
export const openDocumentSchema = z.object({ documentId: z.uuid("Documento inválido") });

const chooseOne = "Escolha ao menos um documento";

/** The form by which staff ask for documents. */
export const askDocumentsFormSchema = z
  .object({
    // What a form without any ticked box gives is no list.
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

/** The dialog by which staff refuse a document; the applicant reads the reason. */
export const documentRefusalFormSchema = z.object({
  reason: textField({ min: 3, max: 500, message: "Diga o que está errado no documento" }),
});

/** What asking, accepting and refusing answer: `changed` is false when there was nothing to do. */
export const documentChangeSchema = z.object({ changed: z.boolean(), status: z.string() });

const documentId = () => z.uuid("Documento inválido");

/** The form of a document that staff file, or name anew. */
export const documentNameSchema = z.object({
  documentName: textField({ min: 1, max: 200, message: "Informe o nome do documento" }),
});

/** What file-contract-document takes; the id is made by the browser once per document. */
export const fileContractDocumentSchema = z.extend(documentNameSchema, {
  contractId: z.uuid("Contrato inválido"),
  documentId: documentId(),
  file: z
    .file("Escolha um arquivo PDF")
    .check(
      z.minSize(1, "O arquivo está vazio"),
      z.maxSize(maximumFileBytes, "O arquivo passa de 10 MB"),
    ),
});

/** What open-contract-document and withdraw-contract-document take. */
export const contractDocumentSchema = z.object({ documentId: documentId() });

/** What filing and withdrawing answer; false when it was done before. */
export const contractDocumentChangeSchema = z.object({ changed: z.boolean() });

/** What a function answers that opens a file: where it is, for a minute. */
export const fileLinkSchema = z.object({ url: z.string().check(z.regex(/^https?:\/\//)) });

/** What open-receipt takes. */
export const openReceiptSchema = z.object({
  paymentId: z.uuid("Pagamento inválido"),
  /** Of a landlord's link, for what a claim paid. */
  secret: z.optional(z.string("Link inválido").check(z.maxLength(200, "Link inválido"))),
});

/** The receipts of a contract, as list_receipts gives them; in reais, days as YYYY-MM-DD. */
export const receiptsSchema = z.array(
  z.object({
    paymentId: z.string(),
    what: z.enum(paymentsWhat),
    amount: z.number(),
    paidOn: z.string(),
    number: z.string(),
    /** Of the PDF; null until somebody first opened it. */
    sha256: z.nullable(z.string()),
  }),
);
