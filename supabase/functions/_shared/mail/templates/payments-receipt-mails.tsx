import * as z from "zod/mini";
import { chargeNameSchema, nameCharge, nameChargeInSentence } from "#contracts/fields/charges.ts";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { formatLetterCode } from "#contracts/leases/letters.ts";
import type { PixPayee } from "#contracts/payments/pix.ts";
import { receiptLineSchema } from "#contracts/payments/receipts.ts";
import { contractRow, feeRow } from "../mail-examples.ts";
import { contractUrl, trackingUrl } from "../mail-formats.ts";
import { type DetailRow, FeePayment, Quote, SideLink, feeSchema } from "../mail-parts.tsx";
import { defineRowMail } from "../word-mail.tsx";

/** Payment or refund, and the unpaid charges of its contract (private.movement_of_mail). */
const moneySchema = z.object({
  movement: z.object({
    kind: z.nullable(z.string()),
    amount: z.number(),
    movedOn: z.string(),
    /**
     * Amounts in reais: `left` neither pays a charge nor must be refunded, and `returned` must be refunded to the
     * tenant.
     */
    left: z.number(),
    returned: z.number(),
    receipt: z.object({ number: z.string(), code: z.string() }),
    /** Masked bank account that got the refund. */
    account: z.nullable(z.string()),
    /** Reason for reversing the payment or refund; null when it was not reversed. */
    reason: z.nullable(z.string()),
  }),
  lines: z.array(receiptLineSchema),
  /** Sum of what the contract still owes. */
  remaining: z.number(),
  next: z.nullable(z.extend(feeSchema, chargeNameSchema.shape)),
});
type Money = z.output<typeof moneySchema>;

const movementRowSchema = z.object({
  id: z.string(),
  contract_number: z.string(),
  money: moneySchema,
});

const movement = {
  kind: "fee",
  amount: 888,
  movedOn: "2026-03-18",
  left: 0,
  returned: 0,
  receipt: { number: "RC-2026-00000011", code: "7K3MQ9ZT4B0X" },
  account: null,
  reason: null,
};
const fee = { kind: "fee", instalment: 1, instalments: 1, dueOn: feeRow.dueOn };
const example = {
  ...contractRow,
  money: {
    movement,
    lines: [{ ...fee, amount: 1776, paid: 888, open: 888 }],
    remaining: 888,
    next: { ...feeRow, ...fee, amount: 888 },
  },
};

/** Defines the mail with a receipt: the amount received, the charges that it pays, and the amount still owed. */
export const paymentReceived = defineRowMail(
  "paymentReceived",
  movementRowSchema,
  example,
  ({ id, contract_number: contractNumber, money }, { siteUrl, pix }) => ({
    variables: {
      contractNumber,
      ...amountAndDay(money),
      pays: sayPaid(money),
      remains: sayRemaining(money),
    },
    facts: ["Recibo", ...receiptRows(money)],
    url: contractUrl({ siteUrl }, id),
    after: (
      <>
        <NextCharge money={money} pix={pix} />
        <SideLink url={`${siteUrl}/verificar#${money.movement.receipt.code}`}>
          Verificar o recibo
        </SideLink>
      </>
    ),
  }),
);

/** Defines the mail that tells the tenant that staff reversed a payment or refund. */
export const paymentReversed = defineRowMail(
  "paymentReversed",
  movementRowSchema,
  {
    ...example,
    money: {
      ...example.money,
      movement: { ...movement, reason: "O pagamento era de outro contrato." },
      lines: [],
      remaining: 1776,
      next: { ...feeRow, ...fee, amount: 1776 },
    },
  },
  ({ id, contract_number: contractNumber, money }, { siteUrl, pix }) => {
    const { kind, reason, receipt } = money.movement;
    const { amount, paidOn } = amountAndDay(money);
    return {
      variables: {
        contractNumber,
        amount,
        paidOn,
        event: `${kind === "refund" ? "a devolução" : "o pagamento"} de ${amount}, de ${paidOn}`,
        remains:
          kind === "refund"
            ? "O valor continua a ser devido a você: avisamos quando a devolução for feita."
            : sayRemaining({ ...money, movement: { ...money.movement, left: 0 } }),
        receiptNumber: receipt.number,
      },
      quote: reason !== null && <Quote title="Motivo">{reason}</Quote>,
      details: <NextCharge money={money} pix={pix} />,
      url: contractUrl({ siteUrl }, id),
    };
  },
);

const refundRowSchema = z.object({
  id: z.string(),
  contract_number: z.string(),
  /** Id of the request whose link opens the contract for a tenant who has no password. */
  followed_by: z.nullable(z.string()),
  money: z.object({
    charge: z.object({
      amount: z.number(),
      dueOn: z.string(),
      /** Masked bank account that the tenant confirmed; null until then. */
      account: z.nullable(z.string()),
    }),
  }),
});

/** Defines the mail that announces a refund, and asks for a bank account if the tenant has confirmed none. */
export const refundDue = defineRowMail(
  "refundDue",
  refundRowSchema,
  {
    ...contractRow,
    followed_by: null,
    money: { charge: { amount: 888, dueOn: "2026-03-19", account: null } },
  },
  async ({ id, contract_number: contractNumber, followed_by: request, money }, context) => {
    const { amount, dueOn, account } = money.charge;
    const place =
      request === null ? "em “Meu contrato”, na área do cliente" : "na página do seu pedido";
    return {
      variables: {
        contractNumber,
        amount: formatCurrency(amount),
        dueOn: formatShortDate(dueOn),
        account:
          account === null
            ? `Para isso, falta saber em que conta: informe a conta ${place}.`
            : `Pagamos na conta que você confirmou (${account}).`,
      },
      url: request === null ? contractUrl(context, id) : await trackingUrl(context, request),
    };
  },
);

/** Defines the mail that is the receipt of a paid refund. */
export const refundPaid = defineRowMail(
  "refundPaid",
  movementRowSchema,
  {
    ...example,
    money: {
      ...example.money,
      movement: { ...movement, kind: "refund", account: "Pix •••4725, em nome de A. M. S." },
      lines: [{ ...fee, kind: "refund", amount: 888, paid: 888, open: 0 }],
      remaining: 0,
      next: null,
    },
  },
  ({ id, contract_number: contractNumber, money }, { siteUrl }) => {
    const { account, receipt } = money.movement;
    return {
      variables: {
        contractNumber,
        ...amountAndDay(money),
        account: account === null ? "" : `, na conta que você confirmou (${account})`,
      },
      facts: ["Comprovante", ...receiptRows(money)],
      url: contractUrl({ siteUrl }, id),
      after: (
        <SideLink url={`${siteUrl}/verificar#${receipt.code}`}>Verificar o comprovante</SideLink>
      ),
    };
  },
);

function amountAndDay({ movement: { amount, movedOn } }: Money) {
  return { amount: formatCurrency(amount), paidOn: formatShortDate(movedOn) };
}

function receiptRows(money: Money): DetailRow[] {
  const { receipt, account } = money.movement;
  const { amount, paidOn } = amountAndDay(money);
  return [
    ["Número", receipt.number],
    ["Código de verificação", formatLetterCode(receipt.code)],
    ["Valor", amount],
    ["Data do pagamento", paidOn],
    ["Conta", account],
    ...money.lines.map((line) => [nameCharge(line), sayLine(line)] as const),
  ];
}

function sayLine({ paid, amount, open }: Money["lines"][number]): string {
  const part = `${formatCurrency(paid)} de ${formatCurrency(amount)}`;
  return open === 0 ? `${part}; nada falta` : `${part}; faltam ${formatCurrency(open)}`;
}

function sayPaid({ lines }: Money): string {
  if (lines.length === 0) {
    return "Ele ainda não paga nenhuma cobrança: a nossa equipe verifica e avisa você.";
  }
  const settled = lines.filter(({ open }) => open === 0).map(nameChargeInSentence);
  const paid = settled.length > 1 ? "estão pagas" : "está paga";
  return [
    ...(settled.length > 0 ? [`Com ele, ${joinNames(settled)} ${paid}.`] : []),
    ...lines
      .filter(({ open }) => open > 0)
      .map((line) => `Ele paga uma parte d${nameChargeInSentence(line)}.`),
  ].join(" ");
}

const joinNames = (names: readonly string[]) =>
  new Intl.ListFormat("pt-BR", { type: "conjunction" }).format(names);

function sayRemaining({ movement: { left, returned }, lines, remaining, next }: Money): string {
  const said: string[] = [];
  if (left > 0) {
    said.push(
      `Sobram ${formatCurrency(left)}: devolvemos esse valor ou o usamos em outra cobrança sua, e avisamos.`,
    );
  }
  if (returned > 0) {
    said.push(
      `Deste valor, ${formatCurrency(returned)} voltam para você: outro e-mail diz quando.`,
    );
  }
  if (next === null) return [...said, "Nada mais está em aberto."].join(" ");
  const isPartly = lines.some(({ open }) => open > 0);
  const [amount, day] = [formatCurrency(next.amount), formatShortDate(next.dueOn)];
  const name = nameChargeInSentence(next);
  said.push(
    isPartly
      ? `Faltam ${amount} d${name}, com vencimento em ${day}: veja logo abaixo como pagar.`
      : `Em aberto fica ${name}, de ${amount}, com vencimento em ${day}: veja logo abaixo como pagar.`,
  );
  if (remaining > next.amount) said.push(`Ao todo faltam ${formatCurrency(remaining)}.`);
  return said.join(" ");
}

function NextCharge({ money: { next }, pix }: { money: Money; pix: PixPayee | null }) {
  return next && <FeePayment fee={next} pix={pix} title={`Como pagar: ${nameCharge(next)}`} />;
}
