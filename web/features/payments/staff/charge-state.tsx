import { type Charge, type ChargeState, titleCharge } from "#contracts/payments/payments.ts";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { StatusBadge, type StatusLook } from "../../../ui/feedback/states.tsx";

type Kind = Charge["kind"];

const owedByTenant = {
  due: { label: "A vencer", tone: "neutral" },
  partly: { label: "Paga em parte", tone: "waiting" },
  overdue: { label: "Vencida", tone: "bad" },
  paid: { label: "Paga", tone: "good" },
  cancelled: { label: "Cancelada", tone: "neutral" },
} satisfies Record<ChargeState, StatusLook>;

const looks = {
  fee: owedByTenant,
  recovery: owedByTenant,
  refund: {
    due: { label: "A devolver", tone: "waiting" },
    partly: { label: "A devolver", tone: "waiting" },
    overdue: { label: "Devolução atrasada", tone: "bad" },
    paid: { label: "Devolvida", tone: "good" },
    cancelled: { label: "Cancelada", tone: "neutral" },
  },
  claim: {
    due: { label: "A pagar ao locador", tone: "waiting" },
    partly: { label: "A pagar ao locador", tone: "waiting" },
    overdue: { label: "Pagamento atrasado", tone: "bad" },
    paid: { label: "Paga ao locador", tone: "good" },
    cancelled: { label: "Cancelada", tone: "neutral" },
  },
} satisfies Record<Kind, Record<ChargeState, StatusLook>>;

export function ChargeStatus({ kind, state }: { kind: Kind; state: ChargeState }) {
  const { label, tone } = looks[kind][state];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

/** Names a charge with its open amount: “Taxa 2 de 3, R$ 592,00 até 10/12/2026”. */
export function describeOpen(
  charge: Pick<Charge, "kind" | "instalment" | "instalments" | "open">,
  dueOn: string,
) {
  return `${titleCharge(charge)}, ${formatCurrency(charge.open)} até ${formatShortDate(dueOn)}`;
}

/** True for a charge that Payser pays. */
export const isPaidOut = (kind: Kind) => kind === "refund" || kind === "claim";

/** Warns staff that a refund or a payout goes to an account of another person, who confirmed it by a mailed link. */
export function OtherHolder({ kind }: { kind: Kind }) {
  const payee = kind === "claim" ? "locador" : "locatário";
  return <strong className="block">O titular da conta não é o {payee}.</strong>;
}

/** Says from which day (YYYY-MM-DD) a landlord's new account may be paid. */
export function NewAccount({ payableFrom }: { payableFrom: string }) {
  return (
    <p className="w-full text-sm">
      A conta é nova: pode ser paga a partir de <strong>{formatShortDate(payableFrom)}</strong>.
    </p>
  );
}
