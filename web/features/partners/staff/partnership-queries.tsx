import * as z from "zod/mini";
import type { PartnershipRequestsStatus } from "#contracts/stored-values.ts";
import { formatDeadline } from "#contracts/fields/formats.ts";
import { historySchema } from "../../../backend/staff/staff-history.ts";
import {
  useStaffAction,
  useStaffPages,
  useStaffQuery,
} from "../../../backend/staff/staff-hooks.ts";
import { describeRemaining } from "../../../formats/dates.ts";
import { StatusBadge, type StatusLook } from "../../../ui/feedback/states.tsx";
import { useNow } from "../../../ui/layout/hooks.ts";
import { noteSchema } from "../../../ui/section/notes.tsx";

const partnershipsKey = ["partnership-requests"] as const;

/** Filter of the list of partnership requests; null shows every status. */
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

/** A row also contains the visitor's answers. The names of these columns are in `partnershipFields`. */
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

/** Reads the matching requests. New requests are sorted by deadline. In other lists the newest come first. */
export function usePartnerships(view: RequestView) {
  return useStaffPages({
    queryKey: [...partnershipsKey, "list", view],
    schema: rowSchema,
    ask: (client, after, page_size) =>
      client.rpc("list_partnership_requests", {
        status: view,
        after_moment: after?.moment ?? null,
        after_id: after?.id ?? null,
        page_size,
      }),
    endOf: (last) => ({ moment: view === "new" ? last.due_at : last.created_at, id: last.id }),
  });
}

export function usePartnership(id: string) {
  return useStaffQuery({
    queryKey: [...partnershipsKey, "detail", id],
    schema: requestSchema,
    ask: (client) => client.rpc("partnership_request", { request_id: id }),
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

/** Moves a request to the next status. If a colleague has already moved the request, the notice says so. */
export function useMovePartnership(id: string) {
  return useStaffAction({
    ask: (client, { status, reason }: Move) =>
      client.rpc("set_partnership_status", {
        request_id: id,
        status,
        ...(reason !== undefined && { reason }),
      }),
    schema: movedSchema,
    success: ({ changed }, { status }) =>
      changed
        ? done[status]
        : {
            title: "Este pedido já tinha mudado",
            description: "Outra pessoa agiu antes; a tela mostra como ele está agora.",
            tone: "info",
          },
    failure: "Erro ao atualizar o pedido",
    changes: partnershipsKey,
  });
}

/** Adds a note. A repeated call with the same `noteId` adds no second note. */
export function useAddNote(id: string) {
  return useStaffAction({
    ask: (client, { noteId, note }: { noteId: string; note: string }) =>
      client.rpc("add_partnership_note", { request_id: id, note_id: noteId, note }),
    failure: "Erro ao guardar a anotação",
    failureText: "O texto continua no campo. Por favor, tente novamente.",
    changes: partnershipsKey,
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

/** Reads the partners, current partnerships first. */
export function usePartners() {
  return useStaffPages({
    queryKey: [...partnershipsKey, "partners"],
    schema: partnerSchema,
    ask: (client, after, page_size) =>
      client.rpc("list_partners", { after_id: after?.id ?? null, page_size }),
    endOf: (last) => ({ moment: last.accepted_at, id: last.id }),
  });
}

export function useEndPartnership(id: string) {
  return useStaffAction({
    ask: (client) => client.rpc("end_partnership", { partner_id: id }),
    failure: "A parceria não foi encerrada",
    changes: partnershipsKey,
  });
}

const MINUTE_MS = 60_000;

const known: Record<string, StatusLook> = {
  new: { label: "Novo", tone: "waiting" },
  contacted: { label: "Contatado", tone: "neutral" },
  accepted: { label: "Aceito", tone: "good" },
  declined: { label: "Recusado", tone: "bad" },
} satisfies Record<PartnershipRequestsStatus, StatusLook>;

/** Shows the status of a request. For a new request, also shows the time left to contact the partner. */
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
