import * as z from "zod/mini";
import { historySchema } from "../../../backend/staff/staff-history.ts";
import {
  useStaffAction,
  useStaffPages,
  useStaffQuery,
} from "../../../backend/staff/staff-hooks.ts";

const messagesKey = ["contact-messages"] as const;

/** Filter of the message list; null shows all messages. */
export type MessageView = "new" | "answered" | null;

const rowSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  status: z.string(),
  name: z.string(),
  subject: z.string(),
});

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

export function useMessages(view: MessageView) {
  return useStaffPages({
    queryKey: [...messagesKey, "list", view],
    schema: rowSchema,
    ask: (client, after, page_size) =>
      client.rpc("list_contact_messages", {
        status: view,
        before_created_at: after?.moment ?? null,
        before_id: after?.id ?? null,
        page_size,
      }),
    endOf: (last) => ({ moment: last.created_at, id: last.id }),
  });
}

export function useMessage(id: string) {
  return useStaffQuery({
    queryKey: [...messagesKey, "detail", id],
    schema: messageSchema,
    ask: (client) => client.rpc("contact_message", { message_id: id }),
    refetchOnWindowFocus: "always",
  });
}

const movedSchema = z.object({ changed: z.boolean() });

export function useAnswered(id: string) {
  return useStaffAction({
    ask: (client, answered: boolean) =>
      client.rpc("set_message_answered", { message_id: id, answered }),
    schema: movedSchema,
    success: ({ changed }, answered) =>
      changed
        ? `Mensagem ${answered ? "respondida" : "reaberta"}`
        : { title: "Outra pessoa já tinha feito isso", tone: "info" },
    failure: "Erro ao atualizar a mensagem",
    changes: messagesKey,
  });
}
