import { titleCharge } from "#contracts/payments/payments.ts";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { StatusBadge } from "../../../../ui/feedback/states.tsx";
import { Whole } from "../../../../ui/section/facts.tsx";
import { ChargeStatus, isPaidOut } from "../charge-state.tsx";
import { type ChargeRow, type MoneyRow, type MovementRow, isChargeRow } from "./money-lists.ts";

/** Row of a list of charges or bank movements. */
export function MoneyListRow({ row }: { row: MoneyRow }) {
  return isChargeRow(row) ? <ChargeLine charge={row} /> : <MovementLine movement={row} />;
}

function ChargeLine({ charge }: { charge: ChargeRow }) {
  const { kind, state, open, due_on, contract_number, tenant_name, account } = charge;
  const isOut = isPaidOut(kind);
  return (
    <>
      <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">
          {(isOut ? charge.payee : tenant_name) ?? "Pagador sem contrato"}
        </span>
        <ChargeStatus kind={kind} state={state} />
      </span>
      <span className="tabular-nums">
        {formatCurrency(open)} · {titleCharge(charge)}
      </span>
      {isOut && (
        <span className="wrap-anywhere">
          {account ?? "Sem conta confirmada"}
          {charge.awaits_second && " · espera a segunda pessoa"}
          {charge.payable_from &&
            ` · conta nova, só a partir de ${formatShortDate(charge.payable_from)}`}
          {charge.is_other_holder && " · outro titular"}
        </span>
      )}
      <span className="text-xs text-muted tabular-nums">
        {contract_number && (
          <>
            <Whole>{contract_number}</Whole> ·{" "}
          </>
        )}
        {state === "overdue" ? "venceu" : "vence"} em {formatShortDate(due_on)}
      </span>
    </>
  );
}

function MovementLine({ movement }: { movement: MovementRow }) {
  const { amount, rest, moved_on, tenant_name, contract_number, description } = movement;
  return (
    <>
      <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{tenant_name ?? "Sem contrato"}</span>
        <MovementStatus movement={movement} />
      </span>
      <span className="tabular-nums">
        {formatCurrency(amount)} em {formatShortDate(moved_on)}
        {rest > 0 && rest < amount && ` · sobram ${formatCurrency(rest)}`}
      </span>
      {contract_number === null && description && (
        <span className="line-clamp-2 wrap-anywhere">{description}</span>
      )}
      <span className="text-xs text-muted tabular-nums empty:hidden">
        {contract_number && <Whole>{contract_number}</Whole>}
        {contract_number && movement.receipt_number && " · "}
        {movement.receipt_number && <Whole>{movement.receipt_number}</Whole>}
      </span>
    </>
  );
}

export function MovementStatus({ movement }: { movement: MovementRow }) {
  const { direction, kind, rest, is_reversed, reverses } = movement;
  if (reverses !== null) return <StatusBadge tone="neutral">Estorno</StatusBadge>;
  if (is_reversed) return <StatusBadge tone="neutral">Estornado</StatusBadge>;
  if (direction === "out") {
    return (
      <StatusBadge tone="good">{kind === "refund" ? "Devolvido" : "Pago ao locador"}</StatusBadge>
    );
  }
  return rest > 0 ? (
    <StatusBadge tone="waiting">A alocar</StatusBadge>
  ) : (
    <StatusBadge tone="good">Recebido</StatusBadge>
  );
}
