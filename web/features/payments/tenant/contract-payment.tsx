import * as z from "zod/mini";
import { nameCharge } from "#contracts/fields/charges.ts";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { type Charge, moneySchema } from "#contracts/payments/payments.ts";
import { useTenantQuery } from "../../../backend/ask-as-tenant.ts";
import { LoadFailed } from "../../../ui/feedback/query-state.tsx";
import { Fold } from "../../../ui/section/facts.tsx";
import type { Contract, ContractTexts } from "../../leases/tenant/contract-data.ts";
import { OwnReceipts } from "./own-receipts.tsx";
import { PayByPix } from "./pay-by-pix.tsx";
import { RefundAccount } from "./refund-account.tsx";

/** Reads charges, payments and refunds of a contract of the tenant. */
export function useOwnMoney(contractId: string) {
  return useTenantQuery({
    queryKey: ["contract", contractId, "payments"],
    schema: z.nullable(moneySchema),
    ask: (client) => client.rpc("my_payments", { contract_id: contractId }),
  });
}

interface ContractPaymentProps {
  contract: Contract;
  texts: ContractTexts;
}

/** Shows instalments, ways to pay, received amounts, refunds and receipts. Shows nothing when none of these exist. */
export function ContractPayment({ contract, texts }: ContractPaymentProps) {
  const { payment: words, tryAgainLabel } = texts;
  const { data, isError, refetch } = useOwnMoney(contract.id);
  const charges = data?.charges.filter(({ state }) => state !== "cancelled") ?? [];
  const movements = data?.movements ?? [];
  if (charges.length === 0 && movements.length === 0 && !isError) return null;
  const owed = charges.filter(({ kind }) => kind !== "refund");
  const refunds = charges.filter(({ kind }) => kind === "refund");
  const open = owed.filter((charge) => charge.open > 0);
  return (
    <section className="card card-border grid gap-4 print:hidden" aria-labelledby="payment">
      <h2 id="payment" className="text-card">
        {words.title}
      </h2>
      {owed.length > 0 && (
        <ul className="grid grid-cols-1 gap-4">
          {owed.map((charge) => (
            <li key={charge.id} className="grid grid-cols-1 gap-3">
              <ChargeNote charge={charge} texts={words} />
              {charge === open[0] && <PayByPix charge={charge} contract={contract} texts={texts} />}
              {charge !== open[0] && charge.open > 0 && (
                <Fold title={`${words.laterLabel}: ${nameCharge(charge)}`}>
                  <div className="mt-3 grid grid-cols-1 gap-3">
                    <PayByPix charge={charge} contract={contract} texts={texts} />
                  </div>
                </Fold>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && open.length > 1 && (
        <p className="font-semibold">
          {fillVariables(words.totalText, { owed: formatCurrency(data.owed) })}
        </p>
      )}
      {data && data.left > 0 && (
        <p>{fillVariables(words.leftText, { left: formatCurrency(data.left) })}</p>
      )}
      {refunds.map((charge) => (
        <p key={charge.id}>
          {fillVariables(charge.open > 0 ? words.toGiveBack : words.givenBack, valuesOf(charge))}
        </p>
      ))}
      {refunds.some((charge) => charge.open > 0) && (
        <RefundAccount contractId={contract.id} texts={texts} />
      )}
      <OwnReceipts movements={movements} texts={words} />
      {isError && !data && (
        <LoadFailed text={words.failedText} retryLabel={tryAgainLabel} onRetry={refetch} />
      )}
    </section>
  );
}

interface ChargeNoteProps {
  charge: Charge;
  texts: ContractTexts["payment"];
}

/** Shows when a charge is due or was paid, and the received amount of a partly paid charge. */
function ChargeNote({ charge, texts }: ChargeNoteProps) {
  const { allocated, open, state, noticeOn } = charge;
  const values = { ...valuesOf(charge), name: nameOf(charge, texts) };
  const sentence = state === "paid" ? texts.paid : state === "overdue" ? texts.overdue : texts.due;
  return (
    <>
      <p className={state === "overdue" ? "font-bold" : ""}>{fillVariables(sentence, values)}</p>
      {open > 0 && allocated > 0 && <p>{fillVariables(texts.partly, values)}</p>}
      {noticeOn && <p>{fillVariables(texts.notice, { noticeOn: formatShortDate(noticeOn) })}</p>}
    </>
  );
}

function nameOf({ kind, instalment, instalments }: Charge, texts: ChargeNoteProps["texts"]) {
  if (kind === "recovery") return texts.recoveryName;
  return instalments === 1
    ? texts.feeName
    : fillVariables(texts.instalmentName, { instalment, instalments });
}

function valuesOf({ amount, allocated, open, dueOn, paidOn }: Charge) {
  return {
    amount: formatCurrency(amount),
    arrived: formatCurrency(allocated),
    open: formatCurrency(open),
    dueOn: formatShortDate(dueOn),
    paidOn: paidOn === null ? "" : formatShortDate(paidOn),
  };
}
