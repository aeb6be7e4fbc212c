import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { historySchema } from "../../backend/staff-history.ts";
import { usePages } from "../../backend/staff-queries.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";

const PAGE_SIZE = 20;
const messagesKey = ["contact-messages"] as const;

/** Null for all. */
export type MessageView = "new" | "answered" | null;

const rowSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  status: z.string(),
  name: z.string(),
  subject: z.string(),
});
type MessageRow = z.output<typeof rowSchema>;

const messageSchema = z.extend(rowSchema, {
  protocol: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  message: z.string(),
  product: z.nullable(z.string()),
  answered_at: z.nullable(z.string()),
  answered_by: z.nullable(z.string()),
  history: historySchema,
});
export type ContactMessage = z.output<typeof messageSchema>;

/** The messages of a view, newest first. */
export function useMessages(view: MessageView) {
  const backend = useBackend();
  return usePages({
    queryKey: [...messagesKey, "list", view],
    pageSize: PAGE_SIZE,
    endOf: (last: MessageRow) => ({ moment: last.created_at, id: last.id }),
    read: async (after, signal) =>
      z.array(rowSchema).parse(
        await askAsStaff(backend, (client) =>
          client
            .rpc("list_contact_messages", {
              status: view,
              before_created_at: after?.moment ?? null,
              before_id: after?.id ?? null,
              page_size: PAGE_SIZE,
            })
            .abortSignal(signal),
        ),
      ),
  });
}

/** One message with who answered it and its history. */
export function useMessage(id: string) {
  const backend = useBackend();
  return useQuery({
    queryKey: [...messagesKey, "detail", id],
    queryFn: async ({ signal }) =>
      messageSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("contact_message", { message_id: id }).abortSignal(signal),
        ),
      ),
    refetchOnWindowFocus: "always",
  });
}

const movedSchema = z.object({ changed: z.boolean() });

/** Says that a message was answered, or that it waits again. */
export function useAnswered(id: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (answered: boolean) =>
      movedSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("set_message_answered", { message_id: id, answered }),
        ),
      ),
    onSuccess: ({ changed }, answered) => {
      const now = answered ? "Mensagem respondida" : "Mensagem reaberta";
      showToast({
        title: changed ? now : "Outra pessoa já tinha feito isso",
        tone: changed ? "success" : "info",
      });
      return queries.invalidateQueries({ queryKey: messagesKey });
    },
    onError: () => {
      showToast({
        title: "Erro ao atualizar a mensagem",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      });
    },
  });
}
