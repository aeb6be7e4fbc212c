import { encode } from "uqr";
import * as z from "zod/mini";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { moneySchema } from "#contracts/payments/payments.ts";
import { pixCodeOf, pixPayeeSchema } from "#contracts/payments/pix.ts";
import { useTenantQuery } from "../../../backend/ask-as-tenant.ts";
import { LoadFailed } from "../../../ui/feedback/query-state.tsx";
import { CopyButton } from "../../../ui/feedback/copy-button.tsx";
import { DataList, Datum } from "../../../ui/section/facts.tsx";
import type { Contract, ContractTexts } from "../../leases/tenant/contract-data.ts";

type Payment = z.output<typeof moneySchema>["payments"][number];

interface ContractPaymentProps {
  contract: Contract;
  texts: ContractTexts;
}

/** Shows the contract's fee, how to pay it, and the refund. Shows nothing when no fee was asked for. */
export function ContractPayment({ contract, texts }: ContractPaymentProps) {
  const { payment: words, tryAgainLabel } = texts;
  const { data, isError, refetch } = useTenantQuery({
    queryKey: ["contract", contract.id, "payments"],
    schema: z.nullable(moneySchema),
    ask: (client) => client.rpc("my_payments", { contract_id: contract.id }),
  });
  const shown = data?.payments.filter(({ state }) => state !== "dropped") ?? [];
  if (shown.length === 0 && !isError) return null;
  const open = shown.find(
    ({ what, state }) => what === "fee" && (state === "due" || state === "overdue"),
  );
  return (
    <section className="card card-border grid gap-4 print:hidden" aria-labelledby="payment">
      <h2 id="payment" className="text-card">
        {words.title}
      </h2>
      {shown.map((payment) => (
        <p key={payment.id} className={payment.state === "overdue" ? "font-bold" : ""}>
          {fillVariables(sentenceOf(payment, words), valuesOf(payment, contract))}
        </p>
      ))}
      {open?.noticeOn && (
        <p>{fillVariables(words.notice, { noticeOn: formatShortDate(open.noticeOn) })}</p>
      )}
      {open && <HowToPay payment={open} contract={contract} texts={texts} />}
      {isError && shown.length === 0 && (
        <LoadFailed text={words.failedText} retryLabel={tryAgainLabel} onRetry={refetch} />
      )}
    </section>
  );
}

function sentenceOf({ what, state }: Payment, words: ContractTexts["payment"]): string {
  if (what === "refund") return state === "paid" ? words.givenBack : words.toGiveBack;
  if (state === "paid") return words.paid;
  return state === "overdue" ? words.overdue : words.due;
}

function valuesOf({ amount, dueOn, paidOn }: Payment, { payment_method }: Contract) {
  return {
    amount: formatCurrency(amount),
    dueOn: formatShortDate(dueOn),
    paidOn: paidOn === null ? "" : formatShortDate(paidOn),
    paymentMethod: payment_method,
  };
}

interface HowToPayProps extends ContractPaymentProps {
  payment: Payment;
}

/** Shows a Pix code when a key is published and a code can be made, otherwise the agreed way. */
function HowToPay({ payment, contract, texts }: HowToPayProps) {
  const { payment: words, pix } = texts;
  const { data: payee } = pixPayeeSchema.safeParse(pix);
  const { amount, txid } = payment;
  const code = payee && txid !== null ? pixCodeOf(payee, { amount, txid }) : null;
  if (!payee || code === null) {
    return <p>{fillVariables(words.otherText, valuesOf(payment, contract))}</p>;
  }
  return (
    <>
      <p>{fillVariables(words.pixText, valuesOf(payment, contract))}</p>
      <div className="grid items-start gap-6 sm:grid-cols-[auto_minmax(0,1fr)]">
        <QrCode text={code} label={words.qrLabel} />
        <DataList>
          <Datum label={words.payeeLabel}>{payee.payeeName}</Datum>
          <Datum label={words.keyLabel}>
            {payee.key}
            <strong className="mt-1 block">{payee.note}</strong>
          </Datum>
          <Datum label={words.codeLabel}>
            <code className="block text-xs break-all">{code}</code>
            <CopyButton texts={words} text={code} />
          </Datum>
        </DataList>
      </div>
    </>
  );
}

/** Draws dark on white with a quiet zone, because cameras need both. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const modules = data.flatMap((cells, y) =>
    cells.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      className="w-full max-w-56 rounded-md bg-white [forced-color-adjust:none] sm:w-56"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={modules.join("")} fill="black" />
    </svg>
  );
}
