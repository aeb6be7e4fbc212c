import { StatusBadge, type StatusTone } from "../../ui/feedback/states.tsx";

const known: Record<string, { label: string; tone: StatusTone }> = {
  pending: { label: "Pendente", tone: "waiting" },
  approved: { label: "Aprovado", tone: "good" },
  rejected: { label: "Rejeitado", tone: "bad" },
};

/** The status in Portuguese; one that is not known is shown as it is (specification section 2). */
export function SimulationStatus({ status }: { status: string }) {
  const { label, tone } = known[status] ?? { label: status, tone: "neutral" };
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
