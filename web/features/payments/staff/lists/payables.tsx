import { useState } from "react";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { titleCharge } from "#contracts/payments/payments.ts";
import { CasePerson } from "../../../../backend/staff/staff-hooks.ts";
import { StaffButton } from "../../../../backend/staff/staff-rights.tsx";
import { staffPaths } from "../../../../config/staff-paths.ts";
import { Button } from "../../../../ui/feedback/button.tsx";
import { CaseScreen, useCaseFilter } from "../../../../ui/layout/case-screen.tsx";
import { SiteLink } from "../../../../ui/layout/links.tsx";
import { casePath } from "../../../../ui/layout/list-and-detail.tsx";
import { DataList, Datum, Whole } from "../../../../ui/section/facts.tsx";
import { BookDialog } from "../book-dialog.tsx";
import { ChargeStatus, NewAccount, OtherHolder } from "../charge-state.tsx";
import { ContractPayments } from "../contract-payments.tsx";
import { ClaimMovement } from "./claim-movement.tsx";
import { MoneyTools } from "./money-filter.tsx";
import {
  type ChargeRow,
  type ChargeView,
  type MovementView,
  type Period,
  isChargeRow,
  useMoneyRows,
} from "./money-lists.ts";
import { MoneyListRow } from "./money-rows.tsx";
import { useApprovePayout, usePayoutsDownload, useWithdrawApproval } from "../payment-actions.ts";

type View = Extract<ChargeView, "refunds" | "payouts" | "approvals"> | Extract<MovementView, "out">;

const views: readonly { value: View; label: string }[] = [
  { value: "refunds", label: "Devoluções" },
  { value: "payouts", label: "Garantia" },
  { value: "approvals", label: "A aprovar" },
  { value: "out", label: "Pagos" },
];

const texts = {
  label: "A pagar",
  loading: "Carregando o que há a pagar...",
  failed: "Não foi possível carregar o que há a pagar",
  empty: "Nada por aqui",
  emptyHint: "Mude a busca, a situação ou o período para ver outros.",
  one: "pagamento",
  many: "pagamentos",
  search: "Buscar por nome, contrato ou código do Pix",
  detail: "Pagamento escolhido",
};

/** Lists refunds and payments to landlords, with sums and a download for the bank. */
export function Payables() {
  const filter = useCaseFilter<View>(views, "refunds");
  const [period, setPeriod] = useState<Period>({ from: null, to: null });
  const wanted = { view: filter.view, search: filter.search, period };
  const pages = useMoneyRows(wanted);
  return (
    <CaseScreen
      filter={filter}
      views={views}
      pages={pages}
      texts={texts}
      renderRow={(row) => <MoneyListRow row={row} />}
      invitation={{
        icon: "card",
        title: "Escolha uma linha",
        text: "Quem recebe, em que conta e até quando aparecem aqui.",
      }}
      renderDetail={(id) => {
        const row = pages.rows?.find((known) => known.id === id);
        if (row && isChargeRow(row)) return <PayableDetail key={id} charge={row} />;
        if (row?.kind === "claim") return <ClaimMovement key={id} movement={row} />;
        return <ContractPayments key={id} id={id} isWhole />;
      }}
    >
      <MoneyTools wanted={wanted} list={pages} onPeriod={setPeriod}>
        {(filter.view === "refunds" || filter.view === "payouts") && <BankFile />}
      </MoneyTools>
    </CaseScreen>
  );
}

function BankFile() {
  const { mutate, isPending } = usePayoutsDownload();
  return (
    <div>
      <StaffButton
        needs="payouts"
        className="btn-outline btn-sm"
        isBusy={isPending}
        onClick={() => mutate()}
      >
        Baixar CSV para o banco
      </StaffButton>
      <p className="mt-1 text-xs text-muted">
        Tudo o que já pode ser pago, com a conta inteira. Quem baixou fica registrado.
      </p>
    </div>
  );
}

/** Shows a charge that Payser pays. Below a refund, shows the charges and movements of the contract. */
function PayableDetail({ charge }: { charge: ChargeRow }) {
  const { id, kind, state, open, due_on, payee, account, contract_id, contract_number } = charge;
  return (
    <>
      <section
        aria-labelledby={`payable-${id}`}
        className="card card-border mb-6 grid gap-5 sm:p-8"
      >
        <header className="flex flex-wrap items-start justify-between gap-3">
          <h2 id={`payable-${id}`} className="min-w-0 text-card wrap-anywhere">
            {payee ?? "Pagador sem contrato"}
          </h2>
          <ChargeStatus kind={kind} state={state} />
        </header>
        <DataList className="grid-cols-2 sm:grid-cols-3">
          <Datum label="O que é">{titleCharge(charge)}</Datum>
          <Datum label="Valor">{formatCurrency(open)}</Datum>
          <Datum label="Pagar até">{formatShortDate(due_on)}</Datum>
          <Datum label="Conta" className="col-span-full">
            {account ?? describeNoAccount(charge)}
            {charge.is_other_holder && <OtherHolder kind={kind} />}
          </Datum>
          <Datum label="Contrato" className="max-sm:col-span-full">
            {contract_id && contract_number && (
              <SiteLink className="underline" href={casePath(staffPaths.contracts, contract_id)}>
                <Whole>{contract_number}</Whole>
              </SiteLink>
            )}
          </Datum>
          <Datum label="Acionamento">
            {charge.claim_id ? (
              <SiteLink className="underline" href={casePath(staffPaths.claims, charge.claim_id)}>
                Ver o pedido
              </SiteLink>
            ) : null}
          </Datum>
        </DataList>
        <CasePerson value={payee ?? undefined}>
          <PayButton charge={charge} />
        </CasePerson>
      </section>
      {contract_id !== null && kind === "refund" && <ContractPayments id={contract_id} />}
    </>
  );
}

function describeNoAccount({ kind, contract_id }: ChargeRow): string {
  if (contract_id === null) return "A mesma de onde o dinheiro veio, como diz o extrato.";
  return kind === "refund"
    ? "O locatário ainda não confirmou a conta."
    : "O locador ainda não confirmou a conta.";
}

/** Approval by a second person while one is awaited, otherwise the button that books the payment. */
function PayButton({ charge }: { charge: ChargeRow }) {
  const [isBooking, setIsBooking] = useState(false);
  const { id, payee, account, account_version: version, contract_id, awaits_second } = charge;
  const { payable_from, refusal, approved_by, approved_by_me, second_people } = charge;
  const whom = payee ?? charge.tenant_name ?? titleCharge(charge);
  const approving = useApprovePayout(whom);
  const withdrawing = useWithdrawApproval(whom);
  if (awaits_second) {
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-sm">
          Passa do valor que uma pessoa aprova sozinha: outra pessoa da equipe precisa aprovar.{" "}
          {refusal ?? second_people}
        </p>
        {refusal === null && (account !== null || contract_id === null) && (
          <StaffButton
            needs="payouts"
            className="btn-primary"
            isBusy={approving.isPending}
            onClick={() => approving.mutate({ id, version })}
          >
            Aprovar o pagamento
          </StaffButton>
        )}
      </div>
    );
  }
  if (account === null && contract_id !== null) return null;
  return (
    <div className="grid justify-items-start gap-3">
      {approved_by !== null && <p className="text-sm">Aprovado por {approved_by}.</p>}
      {approved_by_me && (
        <Button isBusy={withdrawing.isPending} onClick={() => withdrawing.mutate(id)}>
          Retirar a minha aprovação
        </Button>
      )}
      {payable_from !== null ? (
        <NewAccount payableFrom={payable_from} />
      ) : refusal !== null ? (
        <p className="text-sm">{refusal}</p>
      ) : (
        <StaffButton needs="payouts" className="btn-primary" onClick={() => setIsBooking(true)}>
          Registrar pagamento
        </StaffButton>
      )}
      {isBooking && (
        <BookDialog
          charge={charge}
          payee={{ name: payee, account: account ?? describeNoAccount(charge), version }}
          onClose={() => setIsBooking(false)}
        />
      )}
    </div>
  );
}
