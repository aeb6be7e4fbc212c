import { useState } from "react";
import { formatCurrency, formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { StaffButton, useLack } from "../../../../backend/staff/staff-rights.tsx";
import { StatePanel } from "../../../../ui/feedback/states.tsx";
import { CaseScreen, useCaseFilter } from "../../../../ui/layout/case-screen.tsx";
import { PickedActions, usePicking } from "../../../../ui/layout/picked-rows.tsx";
import { DataList, Datum } from "../../../../ui/section/facts.tsx";
import { SearchAndAllocateDialog } from "../allocate-dialog.tsx";
import { ContractPayments } from "../contract-payments.tsx";
import { OverdueTogether } from "./overdue-together.tsx";
import { ClaimMovement } from "./claim-movement.tsx";
import { MoneyTools } from "./money-filter.tsx";
import {
  type ChargeView,
  type MoneyRow,
  type MovementRow,
  type MovementView,
  type Period,
  isChargeRow,
  useMoneyRows,
} from "./money-lists.ts";
import { MoneyListRow } from "./money-rows.tsx";
import { RefundButton, ReverseButton } from "../movement-entries.tsx";
import { useMovementsDownload } from "../payment-actions.ts";

type View = Extract<ChargeView, "overdue" | "due"> | Extract<MovementView, "to-allocate" | "in">;

const views: readonly { value: View; label: string }[] = [
  { value: "to-allocate", label: "A alocar" },
  { value: "overdue", label: "Vencidas" },
  { value: "due", label: "A vencer" },
  { value: "in", label: "Recebidos" },
];

const texts = {
  label: "Recebimentos",
  loading: "Carregando recebimentos...",
  failed: "Não foi possível carregar os recebimentos",
  empty: "Nada por aqui",
  emptyHint: "Mude a busca, a situação ou o período para ver outros.",
  search: "Buscar por nome, contrato ou código do Pix",
  detail: "Recebimento escolhido",
};

const ofCharges = { one: "cobrança", many: "cobranças" };
const ofMovements = { one: "lançamento", many: "lançamentos" };
const nouns = {
  "to-allocate": ofMovements,
  overdue: ofCharges,
  due: ofCharges,
  in: ofMovements,
} satisfies Record<View, object>;

/**
 * Lists the charges that tenants owe, or the payments that Payser has received. Above the list are totals, a period
 * filter and a download for the accountant.
 */
export function Receivables() {
  const filter = useCaseFilter<View>(views, "overdue");
  const [period, setPeriod] = useState<Period>({ from: null, to: null });
  const wanted = { view: filter.view, search: filter.search, period };
  const pages = useMoneyRows(wanted);
  const picking = usePicking(`${filter.view} ${filter.search}`);
  const lack = useLack("money");
  const mayPick = filter.view === "overdue" && lack === undefined;
  return (
    <CaseScreen
      picking={mayPick ? picking : undefined}
      filter={filter}
      views={views}
      pages={pages}
      texts={{ ...texts, ...nouns[filter.view] }}
      renderRow={(row) => <MoneyListRow row={row} />}
      invitation={{
        icon: "wallet",
        title: "Escolha uma linha",
        text: "O que o contrato deve, o que entrou e o que falta decidir aparecem aqui.",
      }}
      renderDetail={(id) => <ReceivableDetail key={id} id={id} rows={pages.rows} />}
    >
      <MoneyTools wanted={wanted} list={pages} onPeriod={setPeriod}>
        {filter.view === "in" && <AccountantFile period={period} />}
        {mayPick && (
          <PickedActions picking={picking} shown={pages.rows?.map(({ id }) => id) ?? []}>
            {(ids) => <OverdueTogether ids={ids} onDone={picking.clear} />}
          </PickedActions>
        )}
      </MoneyTools>
    </CaseScreen>
  );
}

/** Downloads the movements of the chosen period, by default of this month. */
function AccountantFile({ period }: { period: Period }) {
  const { mutate, isPending } = useMovementsDownload();
  return (
    <div>
      <StaffButton
        needs="owner"
        className="btn-outline btn-sm"
        isBusy={isPending}
        onClick={() => {
          const today = todayInBrasilia();
          mutate({ from: period.from ?? `${today.slice(0, 7)}-01`, to: period.to ?? today });
        }}
      >
        Baixar CSV para a contabilidade
      </StaffButton>
      <p className="mt-1 text-xs text-muted">
        Entradas e saídas {describePeriod(period)}, com nome e CPF. Quem baixou fica registrado.
      </p>
    </div>
  );
}

function describePeriod({ from, to }: Period): string {
  if (from === null) return to === null ? "deste mês" : `deste mês até ${formatShortDate(to)}`;
  return `de ${formatShortDate(from)} a ${to === null ? "hoje" : formatShortDate(to)}`;
}

interface ReceivableDetailProps {
  id: string;
  rows: readonly MoneyRow[] | undefined;
}

/** Shows the charges and movements of a row's contract. A movement without contract is shown alone. */
function ReceivableDetail({ id, rows }: ReceivableDetailProps) {
  const row = rows?.find((known) => known.id === id);
  const [wasLone, setWasLone] = useState(false);
  const isLone = row !== undefined && !isChargeRow(row) && row.contract_id === null;
  if (isLone && !wasLone) setWasLone(true);
  if (isLone) return <LoneMovement movement={row} />;
  if (row && !isChargeRow(row) && row.kind === "claim") return <ClaimMovement movement={row} />;
  if (!wasLone) return <ContractPayments id={id} isWhole />;
  return (
    <StatePanel
      icon="check"
      title="Este lançamento saiu da lista"
      text="Ele foi alocado, devolvido ou estornado. Em “Recebidos” ficam todos."
    />
  );
}

/** Shows a movement that belongs to no contract, with buttons that allocate, refund or reverse the movement. */
function LoneMovement({ movement }: { movement: MovementRow }) {
  const { id, direction, amount, rest, moved_on, description, is_reversed, reverses } = movement;
  const [isAllocating, setIsAllocating] = useState(false);
  return (
    <section aria-labelledby={`lone-${id}`} className="card card-border grid gap-5 sm:p-8">
      <h2 id={`lone-${id}`} className="text-card">
        {direction === "in" ? "Entrada" : "Saída"} sem contrato
      </h2>
      <DataList className="grid-cols-2 sm:grid-cols-3">
        <Datum label="Valor">{formatCurrency(amount)}</Datum>
        <Datum label="Dia">{formatShortDate(moved_on)}</Datum>
        <Datum label="A devolver ou a alocar">{formatCurrency(rest)}</Datum>
        <Datum label="No extrato" className="col-span-full">
          {description}
        </Datum>
      </DataList>
      <div className="flex flex-wrap gap-3">
        {rest > 0 && (
          <>
            <StaffButton
              needs="money"
              className="btn-primary"
              onClick={() => setIsAllocating(true)}
            >
              Alocar a uma cobrança
            </StaffButton>
            <RefundButton id={id} className="btn-outline" />
          </>
        )}
        {reverses === null && !is_reversed && <ReverseButton id={id} />}
      </div>
      {isAllocating && (
        <SearchAndAllocateDialog
          movementId={id}
          left={rest}
          onClose={() => setIsAllocating(false)}
        />
      )}
    </section>
  );
}
