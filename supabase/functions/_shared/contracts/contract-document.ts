import * as z from "zod/mini";
import { textField } from "./text.ts";

/** As the bucket has it. */
export const maximumDocumentBytes = 10 * 1024 * 1024;

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
      z.maxSize(maximumDocumentBytes, "O arquivo passa de 10 MB"),
    ),
});

/** What open-contract-document and withdraw-contract-document take. */
export const contractDocumentSchema = z.object({ documentId: documentId() });

/** What filing and withdrawing answer; false when it was done before. */
export const documentChangeSchema = z.object({ changed: z.boolean() });
