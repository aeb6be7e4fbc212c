import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { PartnershipRequestsStatus } from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import { formatDeadline } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { historySchema } from "../../backend/staff-history.ts";
import { usePages } from "../../backend/staff-queries.ts";
import { describeRemaining } from "../../formats/dates.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { StatusBadge, type StatusLook } from "../../ui/feedback/states.tsx";
import { useNow } from "../../ui/layout/hooks.ts";
import { noteSchema } from "../../ui/section/notes.tsx";

const PAGE_SIZE = 20;
const partnershipsKey = ["partnership-requests"] as const;

/** Null for every status. */
export type RequestView = "new" | "contacted" | "accepted" | "declined" | null;

const rowSchema = z.object({
  id: z.string(),
  created_at: z.string(),
  due_at: z.string(),
  status: z.string(),
  partner_name: z.string(),
  company_name: z.string(),
  property_city: z.string(),
  property_state: z.string(),
});
export type PartnershipRow = z.output<typeof rowSchema>;

/** What was sent comes by column beside it, as the form's contract has it (`partnershipFields`). */
const requestSchema = z.looseObject({
  ...rowSchema.shape,
  protocol: z.string(),
  email: z.string(),
  phone: z.string(),
  contacted_at: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  decline_reason: z.nullable(z.string()),
  notes: z.array(noteSchema),
  history: historySchema,
});
export type PartnershipRequest = z.output<typeof requestSchema>;

/** The requests of a view: new ones by the oldest promise, others newest first. */
export function usePartnerships(view: RequestView) {
  const backend = useBackend();
  return usePages({
    queryKey: [...partnershipsKey, "list", view],
    pageSize: PAGE_SIZE,
    endOf: (last: PartnershipRow) => ({
      moment: view === "new" ? last.due_at : last.created_at,
      id: last.id,
    }),
    read: async (after, signal) =>
      z.array(rowSchema).parse(
        await askAsStaff(backend, (client) =>
          client
            .rpc("list_partnership_requests", {
              status: view,
              after_moment: after?.moment ?? null,
              after_id: after?.id ?? null,
              page_size: PAGE_SIZE,
            })
            .abortSignal(signal),
        ),
      ),
  });
}

/** One request with its notes and history. */
export function usePartnership(id: string) {
  const backend = useBackend();
  return useQuery({
    queryKey: [...partnershipsKey, "detail", id],
    queryFn: async ({ signal }) =>
      requestSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("partnership_request", { request_id: id }).abortSignal(signal),
        ),
      ),
    refetchOnWindowFocus: "always",
  });
}

const movedSchema = z.object({ changed: z.boolean(), status: z.string() });

export interface Move {
  status: "contacted" | "accepted" | "declined";
  reason?: string;
}

const done = {
  contacted: "Contato registrado",
  accepted: "Parceria aceita",
  declined: "Parceria recusada",
} as const;

/** Takes one step with a request; whoever comes second is told that it was taken. */
export function useMovePartnership(id: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ status, reason }: Move) =>
      movedSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("set_partnership_status", {
            request_id: id,
            status,
            ...(reason !== undefined && { reason }),
          }),
        ),
      ),
    onSuccess: ({ changed }, { status }) => {
      showToast(
        changed
          ? { title: done[status], tone: "success" }
          : {
              title: "Este pedido já tinha mudado",
              description: "Outra pessoa agiu antes; a tela mostra como ele está agora.",
              tone: "info",
            },
      );
      return queries.invalidateQueries({ queryKey: partnershipsKey });
    },
    onError: () => {
      showToast({
        title: "Erro ao atualizar o pedido",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      });
    },
  });
}

/** Adds a note, once however often it is sent. */
export function useAddNote(id: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ noteId, note }: { noteId: string; note: string }) =>
      askAsStaff(backend, (client) =>
        client.rpc("add_partnership_note", { request_id: id, note_id: noteId, note }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: partnershipsKey }),
    onError: () => {
      showToast({
        title: "Erro ao guardar a anotação",
        description: "O texto continua no campo. Por favor, tente novamente.",
        tone: "destructive",
      });
    },
  });
}

const partnerSchema = z.object({
  id: z.string(),
  company_name: z.string(),
  partner_name: z.string(),
  email: z.string(),
  phone: z.string(),
  city: z.string(),
  state: z.string(),
  accepted_at: z.string(),
  ended_at: z.nullable(z.string()),
});
export type Partner = z.output<typeof partnerSchema>;

/** Whom a partnership was made with, those that last first. */
export function usePartners() {
  const backend = useBackend();
  return usePages({
    queryKey: [...partnershipsKey, "partners"],
    pageSize: PAGE_SIZE,
    endOf: (last: Partner) => ({ moment: last.accepted_at, id: last.id }),
    read: async (after, signal) =>
      z
        .array(partnerSchema)
        .parse(
          await askAsStaff(backend, (client) =>
            client
              .rpc("list_partners", { after_id: after?.id ?? null, page_size: PAGE_SIZE })
              .abortSignal(signal),
          ),
        ),
  });
}

/** Says that a partnership has ended, once. */
export function useEndPartnership(id: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      askAsStaff(backend, (client) => client.rpc("end_partnership", { partner_id: id })),
    onSuccess: () => queries.invalidateQueries({ queryKey: partnershipsKey }),
    onError: () => {
      showToast({
        title: "A parceria não foi encerrada",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      });
    },
  });
}

const MINUTE_MS = 60_000;

const known: Record<string, StatusLook> = {
  new: { label: "Novo", tone: "waiting" },
  contacted: { label: "Contatado", tone: "neutral" },
  accepted: { label: "Aceito", tone: "good" },
  declined: { label: "Recusado", tone: "bad" },
} satisfies Record<PartnershipRequestsStatus, StatusLook>;

/** Where a request stands; of a new one, how long there is to make contact. */
export function PartnershipStatus({ status, due_at }: { status: string; due_at: string }) {
  const now = useNow(MINUTE_MS);
  const { label, tone } = known[status] ?? { label: status, tone: "neutral" };
  if (status !== "new") return <StatusBadge tone={tone}>{label}</StatusBadge>;
  const { text, isLate } = describeRemaining(due_at, now);
  return (
    <StatusBadge tone={isLate ? "bad" : tone}>
      {text}
      <span className="sr-only"> (prazo: {formatDeadline(due_at)})</span>
    </StatusBadge>
  );
}
