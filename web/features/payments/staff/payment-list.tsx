import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { CaseScreen, useCaseFilter } from "../../../ui/layout/case-screen.tsx";
import { Whole } from "../../../ui/section/facts.tsx";
import { ContractPayments, PaymentStatus } from "./contract-payments.tsx";
import { type PaymentRow, type PaymentView, usePayments } from "./payment-queries.ts";

const views: readonly { value: PaymentView; label: string }[] = [
  { value: "overdue", label: "Vencidas" },
  { value: "due", label: "A vencer" },
  { value: "refunds", label: "A devolver" },
  { value: "paid", label: "Pagas" },
];

const texts = {
  label: "Pagamentos",
  loading: "Carregando pagamentos...",
  failed: "Não foi possível carregar os pagamentos",
  empty: "Nenhum pagamento aqui",
  emptyHint: "Mude a busca ou a situação. Em “Pagas” ficam os dos últimos 90 dias.",
  one: "pagamento",
  many: "pagamentos",
  search: "Buscar por nome, contrato ou código do Pix",
  detail: "Pagamento escolhido",
};

export function StaffPayments() {
  const filter = useCaseFilter<PaymentView>("overdue");
  return (
    <CaseScreen
      filter={filter}
      views={views}
      pages={usePayments(filter.view, filter.search)}
      texts={texts}
      renderRow={(row) => <Row payment={row} />}
      invitation={{
        icon: "wallet",
        title: "Escolha um pagamento",
        text: "O que o contrato deve, o que foi pago e o registro de cada pagamento aparecem aqui.",
      }}
      renderDetail={(id) => <ContractPayments key={id} id={id} isWhole />}
    />
  );
}

function Row({ payment }: { payment: PaymentRow }) {
  const { tenant_name, contract_number, what, state, amount, due_on, paid_on } = payment;
  return (
    <>
      <span className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{tenant_name}</span>
        <PaymentStatus what={what} state={state} />
      </span>
      <span className="tabular-nums">{formatCurrency(amount)}</span>
      <span className="text-xs text-muted tabular-nums">
        <Whole>{contract_number}</Whole> ·{" "}
        {paid_on === null
          ? `${state === "overdue" ? "venceu" : "vence"} em ${formatShortDate(due_on)}`
          : formatShortDate(paid_on)}
      </span>
    </>
  );
}
