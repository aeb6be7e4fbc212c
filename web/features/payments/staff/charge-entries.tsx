import { useState } from "react";
import { isRunningState } from "#contracts/leases/contract.ts";
import { type Charge, titleCharge } from "#contracts/payments/payments.ts";
import { formatCurrency, formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { DataList, Datum, Whole } from "../../../ui/section/facts.tsx";
import { BookDialog } from "./book-dialog.tsx";
import { ChargeStatus, OtherHolder, isPaidOut } from "./charge-state.tsx";
import { OverdueActions } from "./overdue-dialogs.tsx";
import type { ContractMoney } from "./payment-queries.ts";
import { CancelRefundDialog } from "./reason-dialogs.tsx";

/** Lists the charges of a contract, owed by the tenant or by Payser, each with its paid and its open amount. */
export function ChargeEntries({ money }: { money: ContractMoney }) {
  const { charges } = money;
  const [today] = useState(() => todayInBrasilia());
  // The database accepts a notice only for the oldest overdue fee.
  const oldest = charges.find(({ kind, state }) => kind === "fee" && state === "overdue");
  if (charges.length === 0) {
    return <p className="text-soft text-sm">Nada foi cobrado por este contrato.</p>;
  }
  return (
    <ul className="grid divide-y divide-sand-200 *:py-4 *:first:pt-0 *:last:pb-0">
      {charges.map((charge) => (
        <ChargeEntry
          key={charge.id}
          charge={charge}
          money={money}
          noticeFrom={charge === oldest ? today : null}
        />
      ))}
    </ul>
  );
}

interface ChargeEntryProps {
  charge: Charge;
  money: ContractMoney;
  /** Today's date for the fee about which staff may send a notice; null for all other charges. */
  noticeFrom: string | null;
}

function ChargeEntry({ charge, money, noticeFrom }: ChargeEntryProps) {
  const { id, kind, state, amount, allocated, open, dueOn, paidOn, cancelledOn, noticeOn } = charge;
  const { contract, noticeDays } = money;
  const refund = money.refunds[id];
  const isRefund = kind === "refund";
  return (
    <li className="grid gap-3 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold tabular-nums">
          {titleCharge(charge)}: {formatCurrency(amount)}
        </span>
        <ChargeStatus kind={kind} state={state} />
      </div>
      <DataList className="grid-cols-2 sm:grid-cols-4">
        <Datum label={isRefund ? "Devolver até" : "Vencimento"}>{formatShortDate(dueOn)}</Datum>
        <Datum label={isRefund ? "Devolvido" : "Chegou"}>{formatCurrency(allocated)}</Datum>
        <Datum label="Falta">{formatCurrency(open)}</Datum>
        <Datum label={isRefund ? "Devolvida em" : "Paga em"}>
          {paidOn === null ? null : formatShortDate(paidOn)}
        </Datum>
        <Datum label="Cancelada em">
          {cancelledOn === null ? null : formatShortDate(cancelledOn)}
        </Datum>
        {refund && open > 0 && (
          <Datum label="Conta para a devolução" className="col-span-full">
            {refund.account ?? "O locatário ainda não confirmou a conta."}
            {refund.isOther && <OtherHolder kind="refund" />}
          </Datum>
        )}
      </DataList>
      {noticeOn && (
        <p>
          O locatário foi avisado: sem o pagamento até {formatShortDate(noticeOn)}, o contrato pode
          ser encerrado depois dessa data.
        </p>
      )}
      {charge.txid && open > 0 && (
        <p className="text-muted">
          Código do Pix (txid): <Whole>{charge.txid}</Whole>
        </p>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {open > 0 && (!refund || refund.account !== null) && (
          <BookButton charge={charge} money={money} />
        )}
        {refund?.mayCancel && <CancelButton id={id} />}
        {noticeFrom !== null && isRunningState(contract.state) && (
          <OverdueActions charge={charge} noticeDays={noticeDays} today={noticeFrom} />
        )}
      </div>
    </li>
  );
}

function BookButton({ charge, money }: { charge: Charge; money: ContractMoney }) {
  const [isBooking, setIsBooking] = useState(false);
  const refund = money.refunds[charge.id];
  return (
    <>
      <StaffButton
        needs={isPaidOut(charge.kind) ? "payouts" : "money"}
        className="btn-primary btn-sm"
        onClick={() => setIsBooking(true)}
      >
        {refund ? "Registrar devolução" : "Registrar pagamento"}
      </StaffButton>
      {isBooking && (
        <BookDialog
          charge={charge}
          payee={
            refund && {
              name: money.contract.tenantName,
              account: refund.account,
              version: refund.accountVersion,
            }
          }
          onClose={() => setIsBooking(false)}
        />
      )}
    </>
  );
}

function CancelButton({ id }: { id: string }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <StaffButton needs="payouts" className="btn-outline btn-sm" onClick={() => setIsAsking(true)}>
        Cancelar a devolução
      </StaffButton>
      {isAsking && <CancelRefundDialog id={id} onClose={() => setIsAsking(false)} />}
    </>
  );
}
