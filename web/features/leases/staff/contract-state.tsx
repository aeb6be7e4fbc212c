import type { ContractState } from "#contracts/leases/contract.ts";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { daysUntil } from "../../../formats/dates.ts";
import { StatusBadge, type StatusLook } from "../../../ui/feedback/states.tsx";

const SOON_DAYS = 30;

const known: Record<string, StatusLook> = {
  upcoming: { label: "Assinado, começa em", tone: "neutral" },
  awaiting_payment: { label: "Aguardando pagamento", tone: "waiting" },
  in_force: { label: "Em vigor", tone: "good" },
  expired: { label: "Vencido", tone: "neutral" },
  ended: { label: "Encerrado", tone: "neutral" },
  cancelled: { label: "Cancelado", tone: "bad" },
} satisfies Record<ContractState, StatusLook>;

interface ContractStateProps {
  state: string;
  start_date: string;
  end_date: string;
}

/** Shows a contract's state. Adds the first day if the contract has not begun, or the days left if it ends soon. */
export function ContractState({ state, start_date, end_date }: ContractStateProps) {
  const { label, tone } = known[state] ?? { label: state, tone: "neutral" };
  const left = daysUntil(end_date, todayInBrasilia());
  if (state === "in_force" && left <= SOON_DAYS) {
    return <StatusBadge tone="waiting">{describeDays(left)}</StatusBadge>;
  }
  return (
    <StatusBadge tone={tone}>
      {state === "upcoming" ? `${label} ${formatShortDate(start_date)}` : label}
    </StatusBadge>
  );
}

function describeDays(days: number): string {
  if (days <= 0) return "vence hoje";
  return days === 1 ? "vence amanhã" : `vence em ${days} dias`;
}
