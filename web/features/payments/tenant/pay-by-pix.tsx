import { encode } from "uqr";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import type { Charge } from "#contracts/payments/payments.ts";
import { pixCodeOf, pixPayeeSchema } from "#contracts/payments/pix.ts";
import { CopyButton } from "../../../ui/feedback/copy-button.tsx";
import { DataList, Datum } from "../../../ui/section/facts.tsx";
import type { Contract, ContractTexts } from "../../leases/tenant/contract-data.ts";

interface PayByPixProps {
  charge: Charge;
  contract: Contract;
  texts: ContractTexts;
}

/** Shows the Pix code for a charge's open amount, or the agreed way to pay while no Pix key is published. */
export function PayByPix({ charge, contract, texts }: PayByPixProps) {
  const { payment: words, pix } = texts;
  const { data: payee } = pixPayeeSchema.safeParse(pix);
  const { open, txid, dueOn } = charge;
  const code = payee && txid !== null ? pixCodeOf(payee, { amount: open, txid }) : null;
  const values = {
    amount: formatCurrency(open),
    dueOn: formatShortDate(dueOn),
    paymentMethod: contract.payment_method,
  };
  if (!payee || code === null) return <p>{fillVariables(words.otherText, values)}</p>;
  return (
    <>
      <p>{fillVariables(words.pixText, values)}</p>
      <div className="grid items-start gap-6 sm:grid-cols-[auto_minmax(0,1fr)]">
        <QrCode text={code} label={words.qrLabel} />
        <DataList>
          <Datum label={words.toPayLabel}>{values.amount}</Datum>
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

/** Draws a QR code in dark colour on white, with a white border. Cameras need the contrast and the border. */
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
