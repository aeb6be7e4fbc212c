import { useState } from "react";
import {
  formatCurrency,
  formatShortDate,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { StatePanel } from "../../ui/feedback/states.tsx";
import { TextField } from "../../ui/form/controls.tsx";
import { useSettled } from "../../ui/layout/hooks.ts";
import { ListAndDetail, useChosenCase } from "../../ui/layout/list-and-detail.tsx";
import { RowList, ViewPicker } from "../../ui/layout/row-list.tsx";
import { Whole } from "../../ui/section/facts.tsx";
import { ContractPayments, PaymentStatus } from "./contract-payments.tsx";
import { type PaymentRow, type PaymentView, usePayments } from "./payment-queries.ts";

const TYPING_PAUSE_MS = 300;

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
};

/** What is to come in and to go back, and what did. The search stays out of the address: it is of persons. */
export function StaffPayments() {
  const [view, setView] = useState<PaymentView>("overdue");
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useChosenCase();
  const pages = usePayments(view, useSettled(search.trim(), TYPING_PAUSE_MS));
  return (
    <ListAndDetail
      chosen={chosen}
      onBack={() => setChosen(null)}
      detailLabel="Pagamento escolhido"
      list={
        <div className="grid gap-4">
          <search className="grid gap-4">
            <TextField
              name="search"
              type="search"
              texts={{ label: "Buscar por nome, contrato ou código do Pix" }}
              autoComplete="off"
              maxLength={100}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <ViewPicker legend="Situação" views={views} shown={view} onShow={setView} />
          </search>
          <RowList
            pages={pages}
            texts={texts}
            chosen={chosen}
            onChoose={setChosen}
            renderRow={(row) => <Row payment={row} />}
          />
        </div>
      }
    >
      {chosen ? (
        <ContractPayments key={chosen} id={chosen} isWhole />
      ) : (
        <StatePanel
          icon="wallet"
          title="Escolha um pagamento"
          text="O que o contrato deve, o que foi pago e o registro de cada pagamento aparecem aqui."
        />
      )}
    </ListAndDetail>
  );
}

/** A line of the list. */
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
