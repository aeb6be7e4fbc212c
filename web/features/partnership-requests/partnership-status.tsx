import { formatDeadline } from "../../../supabase/functions/_shared/contracts/formats/deadline.ts";
import { describeRemaining } from "../../formats/dates.ts";
import { StatusBadge, type StatusTone } from "../../ui/feedback/states.tsx";
import { useNow } from "../../ui/layout/hooks.ts";

const MINUTE_MS = 60_000;

const known: Record<string, { label: string; tone: StatusTone }> = {
  new: { label: "Novo", tone: "waiting" },
  contacted: { label: "Contatado", tone: "neutral" },
  accepted: { label: "Aceito", tone: "good" },
  declined: { label: "Recusado", tone: "bad" },
};

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
