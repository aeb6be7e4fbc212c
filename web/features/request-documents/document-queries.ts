import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import {
  askedDocumentsKind,
  askedDocumentsStatus,
} from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import { documentChangeSchema } from "../../../supabase/functions/_shared/contracts/documents.ts";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";

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
  }),
);

/** A document that an applicant was asked for, as staff see it. */
export type RequestDocument = z.output<typeof documentsSchema>[number];

/** What staff do about documents; each is done once, however many clicks there are. */
export type DocumentAction =
  | { name: "ask_documents"; kinds: readonly RequestDocument["kind"][]; note: string | undefined }
  | { name: "accept_document"; documentId: string }
  | { name: "refuse_document"; documentId: string; reason: string };

/** An upload shows without a reload. */
const ASK_AGAIN_MS = 15_000;

// Beside the list of simulations, so that what changes one has the other asked anew.
const keyOf = (simulationId: string) => ["simulations", "documents", simulationId];

/** The documents of a request, in the order of asking. */
export function useRequestDocuments(simulationId: string) {
  const backend = useBackend();
  return useQuery({
    queryKey: keyOf(simulationId),
    queryFn: async ({ signal }) =>
      documentsSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("list_request_documents", { simulation_id: simulationId }).abortSignal(signal),
        ),
      ),
    refetchInterval: ASK_AGAIN_MS,
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

/** Asks for, accepts or refuses documents of a request and tells how it went. */
export function useDocumentAction(simulationId: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (action: DocumentAction) =>
      documentChangeSchema.parse(
        await askAsStaff(backend, (client) => {
          if (action.name === "ask_documents") {
            const { kinds, note } = action;
            return client.rpc(action.name, {
              simulation_id: simulationId,
              kinds: [...kinds],
              ...(note !== undefined && { note }),
            });
          }
          if (action.name === "accept_document") {
            return client.rpc(action.name, { document_id: action.documentId });
          }
          const { documentId, reason } = action;
          return client.rpc(action.name, { document_id: documentId, reason });
        }),
      ),
    onSuccess: ({ changed }, { name }) =>
      showToast({ title: texts[name][changed ? "done" : "nothing"], tone: "success" }),
    onError: (_error, { name }) =>
      showToast({
        title: texts[name].failed,
        description: "Por favor, tente novamente.",
        tone: "destructive",
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["simulations"] }),
  });
}
