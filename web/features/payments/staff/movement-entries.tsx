import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { formatCurrency, formatShortDate, formatShortDateTime } from "#contracts/fields/formats.ts";
import { nameChargeInSentence } from "#contracts/fields/charges.ts";
import type { Charge, Movement } from "#contracts/payments/payments.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { openCaseFile, useOpenInTab } from "../../../backend/files/case-files.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { reportFailure } from "../../../ui/feedback/report-failure.ts";
import { StatusBadge } from "../../../ui/feedback/states.tsx";
import { Whole } from "../../../ui/section/facts.tsx";
import { contractsKey } from "../../leases/staff/contract-queries.ts";
import { AllocateDialog } from "./allocate-dialog.tsx";
import { useRefundPayment } from "./payment-actions.ts";
import type { Booking, ContractMoney } from "./payment-queries.ts";
import { ReverseDialog } from "./reason-dialogs.tsx";

/**
 * Lists the bank movements of a contract, each with the charges that it pays, its remaining amount, receipt and
 * reversal.
 */
export function MovementEntries({ money }: { money: ContractMoney }) {
  const { movements } = money;
  if (movements.length === 0) {
    return <p className="text-soft text-sm">O locatário não pagou nem recebeu nada de volta.</p>;
  }
  return (
    <ul className="grid divide-y divide-sand-200 *:py-4 *:first:pt-0 *:last:pb-0">
      {movements.map((movement) => (
        <MovementEntry key={movement.id} movement={movement} money={money} />
      ))}
    </ul>
  );
}

function MovementEntry({ movement, money }: { movement: Movement; money: ContractMoney }) {
  const { id, direction, amount, movedOn, left, isReversed, receipt } = movement;
  const booking = money.bookings[id];
  const isIn = direction === "in";
  return (
    <li className="grid gap-2 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold tabular-nums">
          {isIn ? "Entrada" : "Saída"} de {formatCurrency(amount)} em {formatShortDate(movedOn)}
          {booking?.source === "statement" && " (extrato)"}
        </span>
        {isReversed && <StatusBadge tone="neutral">Estornado</StatusBadge>}
      </div>
      <Uses movement={movement} money={money} />
      {booking && <BookingFacts booking={booking} />}
      {left > 0 && <Left movement={movement} money={money} />}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {receipt && <ReceiptButton movementId={id} number={receipt.number} />}
        {booking?.mayReverse && <ReverseButton id={id} />}
      </div>
    </li>
  );
}

/** Lists the charges that a movement pays, and the refunds of its remaining amount. */
function Uses({ movement, money }: { movement: Movement; money: ContractMoney }) {
  const { id, pays } = movement;
  const paid = pays.flatMap(({ chargeId, amount }) => {
    const charge = money.charges.find((known) => known.id === chargeId);
    return charge ? [{ charge, amount }] : [];
  });
  const refunds = money.charges.filter(
    (charge) => charge.state !== "cancelled" && money.refunds[charge.id]?.movementId === id,
  );
  if (paid.length + refunds.length === 0) return null;
  return (
    <ul className="tabular-nums">
      {paid.map(({ charge, amount }) => (
        <li key={charge.id}>{describeUse(charge, amount)}</li>
      ))}
      {refunds.map((refund) => (
        <li key={refund.id}>
          {formatCurrency(refund.amount)}{" "}
          {refund.state === "paid"
            ? "devolvidos"
            : `a devolver até ${formatShortDate(refund.dueOn)}`}
        </li>
      ))}
    </ul>
  );
}

const describeUse = (charge: Charge, amount: number) =>
  `${formatCurrency(amount)} para ${nameChargeInSentence(charge)}`;

/** Shows account, statement text, note, author and reversal of a movement. */
function BookingFacts({ booking }: { booking: Booking }) {
  const { description, note, account, bookedAt, bookedBy, reversal } = booking;
  return (
    <>
      {account && <p>Conta: {account}</p>}
      {description && <p className="wrap-anywhere">No extrato: {description}</p>}
      {note && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
      <p className="text-muted">
        Registro de {formatShortDateTime(bookedAt)}
        {bookedBy && `, por ${bookedBy}`}
      </p>
      {reversal && (
        <p className="wrap-anywhere">
          Estornado em {formatShortDateTime(reversal.at)}
          {reversal.by && `, por ${reversal.by}`}: {reversal.reason}
        </p>
      )}
    </>
  );
}

/** Offers to refund the remaining amount of a movement, or to allocate it to another charge. */
function Left({ movement, money }: { movement: Movement; money: ContractMoney }) {
  const [isAllocating, setIsAllocating] = useState(false);
  const open = money.charges.filter(
    (charge) => charge.open > 0 && (charge.kind === "fee" || charge.kind === "recovery"),
  );
  return (
    <div className="grid gap-3 rounded-md bg-amber-100 p-3">
      <p className="font-semibold tabular-nums">
        {formatCurrency(movement.left)} a devolver ou a alocar
      </p>
      <div className="flex flex-wrap gap-3">
        <RefundButton id={movement.id} className="btn-primary btn-sm" />
        {open.length > 0 && (
          <StaffButton
            needs="money"
            className="btn-outline btn-sm"
            onClick={() => setIsAllocating(true)}
          >
            Alocar a uma cobrança
          </StaffButton>
        )}
      </div>
      {isAllocating && (
        <AllocateDialog
          movementId={movement.id}
          left={movement.left}
          charges={open}
          onClose={() => setIsAllocating(false)}
        />
      )}
    </div>
  );
}

interface RefundButtonProps {
  id: string;
  className: string;
}

/** Creates a refund of the remaining amount of a movement. */
export function RefundButton({ id, className }: RefundButtonProps) {
  const { mutate, isPending } = useRefundPayment();
  // Prevents a second refund request when staff click twice before React has rendered the busy state.
  const isBusy = useRef(false);
  return (
    <StaffButton
      needs="payouts"
      className={className}
      isBusy={isPending}
      onClick={() => {
        if (isBusy.current) return;
        isBusy.current = true;
        mutate(id, { onSettled: () => (isBusy.current = false) });
      }}
    >
      Devolver
    </StaffButton>
  );
}

function ReceiptButton({ movementId, number }: { movementId: string; number: string }) {
  const backend = useBackend();
  const queries = useQueryClient();
  const { open, isPending } = useOpenInTab({
    sign: () => openCaseFile(backend, "staff", { movementId }),
    // The contract's history shows who opened a receipt, so the contract is loaded again.
    onOpened: () => queries.invalidateQueries({ queryKey: contractsKey }),
    onFailed: (error) => reportFailure("Erro ao abrir o recibo", error),
  });
  return (
    <Button className="btn-outline btn-sm" isBusy={isPending} onClick={() => open(movementId)}>
      <Whole>{`Recibo ${number}`}</Whole>
    </Button>
  );
}

/** Button that asks for the reason of a reversal. */
export function ReverseButton({ id }: { id: string }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <StaffButton needs="money" className="btn-outline btn-sm" onClick={() => setIsAsking(true)}>
        Estornar
      </StaffButton>
      {isAsking && <ReverseDialog id={id} onClose={() => setIsAsking(false)} />}
    </>
  );
}
