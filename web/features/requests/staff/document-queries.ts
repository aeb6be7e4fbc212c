import * as z from "zod/mini";
import { askedDocumentsKind, askedDocumentsStatus } from "#contracts/stored-values.ts";
import { askedFileSchema, documentChangeSchema } from "#contracts/requests/documents.ts";
import { useStaffAction, useStaffQuery } from "../../../backend/staff/staff-hooks.ts";

const documentsSchema = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(askedDocumentsKind),
    note: z.nullable(z.string()),
    status: z.enum(askedDocumentsStatus),
    asked_at: z.string(),
    sent_at: z.nullable(z.string()),
    decided_at: z.nullable(z.string()),
    refusal_reason: z.nullable(z.string()),
    files: z.array(askedFileSchema),
  }),
);

export type RequestDocument = z.output<typeof documentsSchema>[number];

/**
 * Action of staff on the documents of a request. The server ignores a repeated action, for example after a double
 * click.
 */
export type DocumentAction =
  | { name: "ask_documents"; kinds: readonly RequestDocument["kind"][]; note: string | undefined }
  | { name: "accept_document"; documentId: string; files: readonly string[] }
  | { name: "refuse_document"; documentId: string; files: readonly string[]; reason: string };

/** Polling interval in milliseconds. Because of the polling, a new upload appears without a reload. */
const ASK_AGAIN_MS = 15_000;

/** This key begins with the key of the request queue, so that reloading the queue also reloads the documents. */
const keyOf = (simulationId: string) => ["simulations", "documents", simulationId];

/** Reads the documents of a request, in the order in which staff asked for them. */
export function useRequestDocuments(simulationId: string) {
  return useStaffQuery({
    queryKey: keyOf(simulationId),
    schema: documentsSchema,
    ask: (client) => client.rpc("list_request_documents", { simulation_id: simulationId }),
    refetchInterval: ASK_AGAIN_MS,
    refetchOnWindowFocus: "always",
  });
}

const texts = {
  ask_documents: {
    done: "Pedido de documentos enviado por e-mail",
    nothing: "Nada a pedir: os documentos já estavam na lista",
    failed: "Não foi possível pedir os documentos",
  },
  accept_document: {
    done: "Documento aceito",
    nothing: "Este documento já não esperava conferência",
    failed: "Não foi possível aceitar o documento",
  },
  refuse_document: {
    done: "Documento recusado: a pessoa recebe o motivo por e-mail",
    nothing: "Este documento já não esperava conferência",
    failed: "Não foi possível recusar o documento",
  },
} satisfies Record<DocumentAction["name"], object>;

export function useDocumentAction(simulationId: string) {
  return useStaffAction({
    ask(client, action: DocumentAction) {
      if (action.name === "ask_documents") {
        const { kinds, note } = action;
        return client.rpc(action.name, {
          simulation_id: simulationId,
          kinds: [...kinds],
          ...(note !== undefined && { note }),
        });
      }
      // The server refuses the decision when the applicant has changed the files since.
      const of = { document_id: action.documentId, files: [...action.files] };
      if (action.name === "accept_document") return client.rpc(action.name, of);
      return client.rpc(action.name, { ...of, reason: action.reason });
    },
    schema: documentChangeSchema,
    success: ({ changed }, { name }) => texts[name][changed ? "done" : "nothing"],
    failure: ({ name }) => texts[name].failed,
    changes: ["simulations"],
  });
}
