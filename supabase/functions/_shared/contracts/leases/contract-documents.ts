import * as z from "zod/mini";
import { textField } from "../fields/text.ts";
import { maximumFileBytes } from "../requests/documents.ts";

const documentId = () => z.uuid("Documento inválido");

export const documentNameSchema = z.object({
  documentName: textField({ min: 1, max: 200, message: "Informe o nome do documento" }),
});

/** Input of file-contract-document. The browser creates the id, so that a retry files the document only once. */
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

export const contractDocumentSchema = z.object({ documentId: documentId() });

/** Reply of the functions that file or withdraw a document. `changed` is false when an earlier call did the same. */
export const contractDocumentChangeSchema = z.object({ changed: z.boolean() });
