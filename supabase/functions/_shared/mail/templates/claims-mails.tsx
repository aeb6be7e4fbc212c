import * as z from "zod/mini";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { formatLetterCode } from "#contracts/leases/letters.ts";
import type { MailTextName } from "#contracts/mail/mail-texts.ts";
import { type ClaimView, claimStageTitles, claimViewSchema } from "#contracts/claims/claims.ts";
import type { Mail, MailContext } from "../define-template.ts";
import { contractRow } from "../mail-examples.ts";
import { withoutLinks } from "../mail-formats.ts";
import { Quote, SideLink } from "../mail-parts.tsx";
import { type FilledMail, defineRowMail } from "../word-mail.tsx";
import { landlordUrl } from "./landlords-mails.tsx";

const claimRowSchema = z.object({
  id: z.string(),
  contract_number: z.string(),
  tenant_name: z.string(),
  claim: z.extend(claimViewSchema, {
    /** Recipient and occasion, from the mail's key. */
    told: z.enum(["landlord", "tenant", "staff"]),
    occasion: z.string(),
  }),
});
type ClaimRow = z.output<typeof claimRowSchema>;
type Claim = ClaimRow["claim"];

const view: ClaimView = {
  id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
  protocol: "PA-2026-00000011",
  contractId: contractRow.id,
  stage: "hearing",
  openedAt: "2026-11-10T13:20:00+00:00",
  turn: "tenant",
  until: "2026-11-15",
  isOverdue: false,
  items: [
    {
      id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334456",
      kind: "repair",
      description: "Porta do quarto quebrada",
      asked: 850,
    },
  ],
  files: [],
  asked: 850,
  limit: 15_124.2,
  limitLeft: 15_124.2,
  payments: [],
  hearUntil: "2026-11-15",
  decideBy: "2026-11-25",
  hasDecision: false,
  may: {
    answer: false,
    reply: false,
    sendFiles: true,
    withdraw: true,
    appeal: false,
    changeAccount: true,
  },
  account: "Pix •••m.br, em nome de J. P.",
  events: [],
};
const decided = {
  ...view,
  stage: "decided",
  granted: 600,
  payBy: "2026-11-30",
  appealUntil: "2026-12-05",
  hasDecision: true,
} as const;

const paymentExample = {
  movementId: "6f1e2d3c-4b5a-4c6d-8e7f-001122334477",
  amount: 600,
  paidOn: "2026-11-28",
  account: "Pix •••m.br, em nome de J. P.",
  number: "RC-2026-00000012",
  code: "8K3MQ9ZT4B0X",
};

const exampleOf = (claim: ClaimView, told: Claim["told"], occasion: string) => ({
  ...contractRow,
  tenant_name: "Ana Maria da Silva",
  claim: { ...claim, told, occasion },
});

async function claimUrl(context: MailContext, { told, id }: Claim): Promise<string> {
  if (told === "landlord") return landlordUrl(context);
  if (told === "tenant") return `${context.siteUrl}/area-cliente?aba=cliente`;
  return `${context.siteUrl}/admin/acionamentos#${id}`;
}

/** Returns the URL that confirms another account. */
async function accountUrl({ siteUrl, readAccountSecret }: MailContext): Promise<string> {
  const secret = await readAccountSecret();
  return `${siteUrl}/locador${secret === null ? "" : `#conta=${secret}`}`;
}

function defineClaimMail<Name extends MailTextName>(
  name: Name,
  example: object,
  fill: (claim: Claim, row: ClaimRow) => FilledMail<Name>["variables"],
): Mail {
  return defineRowMail(name, claimRowSchema, example, async (row, context) => {
    const { claim } = row;
    const { granted, paidOn, wanted } = claim;
    const payment = name === "claimPaid" ? paymentOf(claim) : undefined;
    return {
      variables: fill(claim, row),
      quote: name === "claimWanted" && wanted && <Quote title="O que falta">{wanted.text}</Quote>,
      facts: [
        "Acionamento da garantia",
        ["Protocolo", claim.protocol],
        // A landlord has the letter, which does not state the contract's number.
        ["Contrato", claim.told === "landlord" ? null : row.contract_number],
        ["Situação", claimStageTitles[claim.stage]],
        ["Valor pedido", formatCurrency(claim.asked)],
        ["Valor aceito", granted === undefined ? null : formatCurrency(granted)],
        ["Pago em", paidOn === undefined ? null : formatShortDate(paidOn)],
        ["Conta", payment?.account ?? null],
        ["Comprovante", payment?.number ?? null],
        ["Código de verificação", payment ? formatLetterCode(payment.code) : null],
      ],
      after: payment && (
        <SideLink url={`${context.siteUrl}/verificar#${payment.code}`}>
          Verificar o comprovante
        </SideLink>
      ),
      url: await (name === "claimAccount" ? accountUrl(context) : claimUrl(context, claim)),
    };
  });
}

/** Says whether a claim still lacks files or the account for the payment. */
function missingOf({ account, files }: Claim): string {
  const missing = [
    ...(files.length === 0 ? ["as fotos, os orçamentos ou as notas"] : []),
    ...(account === undefined ? ["a conta para o pagamento"] : []),
  ];
  return missing.length === 0
    ? "Por enquanto não falta nada."
    : `Ainda falta enviar: ${missing.join(" e ")}. Nada disso muda a data do pedido.`;
}

/** Defines the landlord's receipt of a claim. It says what is still missing. */
export const claimOpened = defineClaimMail(
  "claimOpened",
  exampleOf(view, "landlord", "opened"),
  (claim) => ({
    protocol: claim.protocol,
    hearUntil: formatShortDate(claim.hearUntil),
    decideBy: formatShortDate(claim.decideBy),
    missing: missingOf(claim),
  }),
);

/** Returns the payment that the last part of a mail's key names. */
const namedPayment = ({ payments, occasion }: Claim) =>
  payments.find(({ movementId }) => movementId === occasion);

function newsOf(claim: Claim): string {
  const { occasion, told, hearUntil } = claim;
  const reversed = namedPayment(claim);
  if (reversed) {
    const { amount, paidOn, number } = reversed;
    return `o pagamento de ${formatCurrency(amount)} ao locador, de ${formatShortDate(paidOn)}, foi estornado, e o recibo ${number} não vale mais`;
  }
  if (occasion === "withdrawn") return "o locador retirou o pedido: você não precisa responder";
  if (occasion === "appealed") {
    const who = told === "landlord" ? "o locatário" : "o locador";
    return `${who} pediu a revisão da decisão, e a nossa equipe olha de novo`;
  }
  return `o locador acionou a garantia; você pode responder a cada item até ${formatShortDate(hearUntil)}`;
}

function meaningOf(claim: Claim): string {
  const { occasion, decideBy, stage } = claim;
  if (namedPayment(claim)) {
    return stage === "appealed"
      ? `O que a garantia paga é decidido na revisão, até ${formatShortDate(decideBy)}.`
      : "O valor continua a ser devido ao locador: avisamos quando o pagamento for feito.";
  }
  if (occasion === "withdrawn") return "Nada é pago por ele. O pedido fica registrado na página.";
  if (occasion === "appealed") {
    return `Na página você lê o motivo e pode enviar mais arquivos. A nova decisão sai até ${formatShortDate(decideBy)}.`;
  }
  return "Na página você vê cada item, o valor e as provas. Silêncio não é concordância: sem resposta, a nossa equipe decide com o que as duas partes enviaram.";
}

/** Defines the mail about the other party's step (opened, withdrawn, appealed), or about a payment that was reversed. */
export const claimTold = defineClaimMail(
  "claimTold",
  exampleOf(view, "tenant", "opened"),
  (claim) => ({
    protocol: claim.protocol,
    news: newsOf(claim),
    next: meaningOf(claim),
  }),
);

function deedOf({ occasion }: Claim): string {
  const deeds: Record<string, string> = {
    withdrawn: "o locador retirou o pedido",
    appealed: "uma das partes pediu a revisão da decisão",
    answered: "o locatário respondeu a todos os itens",
    replied: "chegou o que a equipe pediu",
    account: "o locador confirmou outra conta para o pagamento",
  };
  return deeds[occasion.split("-")[0] ?? ""] ?? "o locador acionou a garantia";
}

/** Defines the mail to the staff inbox about a party's step. */
export const claimNew = defineClaimMail(
  "claimNew",
  exampleOf(view, "staff", "opened"),
  (claim, row) => ({
    protocol: claim.protocol,
    contractNumber: row.contract_number,
    tenantName: withoutLinks(row.tenant_name),
    deed: deedOf(claim),
  }),
);

/** Defines the mail with staff's request to a party and its deadline. */
export const claimWanted = defineClaimMail(
  "claimWanted",
  exampleOf(
    {
      ...view,
      stage: "wanted",
      wanted: {
        from: "landlord",
        text: "O orçamento com o CNPJ de quem o fez.",
        until: "2026-11-20",
      },
    },
    "landlord",
    "1",
  ),
  (claim) => ({
    protocol: claim.protocol,
    wantedUntil: formatShortDate(claim.wanted?.until ?? claim.decideBy),
  }),
);

function outcomeOf({ granted = 0, asked }: Claim): string {
  if (granted === 0) return "nenhum item foi aceito";
  if (granted >= asked) return `foi aceito por inteiro, ${formatCurrency(granted)}`;
  return `foi aceito em parte, ${formatCurrency(granted)} de ${formatCurrency(asked)}`;
}

function nextOf({ told, granted = 0, payBy, account, recourse }: Claim): string {
  if (granted === 0) return "Não há o que pagar.";
  const day = payBy === undefined ? "em seguida" : `até ${formatShortDate(payBy)}`;
  if (told === "landlord") {
    return account === undefined
      ? `Pagamos ${day}, assim que você informar e confirmar a conta.`
      : `Pagamos ${day}, na conta informada (${account}).`;
  }
  return recourse === undefined
    ? `O valor é pago ao locador ${day}.`
    : `O valor é pago ao locador ${day}. Do que a garantia paga, ${formatCurrency(recourse.amount)} podem ser pedidos de volta a você (Código Civil, art. 831): falamos com você antes.`;
}

/** Defines the mail to both parties about a decision, its effects and appeals. */
export const claimDecided = defineClaimMail(
  "claimDecided",
  exampleOf(decided, "landlord", "1"),
  (claim) => ({
    protocol: claim.protocol,
    outcome: outcomeOf(claim),
    next: nextOf(claim),
    remedy:
      claim.appealUntil === undefined
        ? "Esta é a decisão da revisão. Se não concordar, responda a este e-mail ou procure o Procon ou a Justiça."
        : `Se não concordar, peça a revisão até ${formatShortDate(claim.appealUntil)}, com o motivo: outra análise é feita antes de qualquer novo pagamento.`,
  }),
);

const paymentOf = (claim: Claim) => namedPayment(claim) ?? claim.payments.at(-1);

/** Defines the mail to both parties about a payment to the landlord, with its receipt. */
export const claimPaid = defineClaimMail(
  "claimPaid",
  exampleOf(
    { ...decided, stage: "paid", paidOn: paymentExample.paidOn, payments: [paymentExample] },
    "landlord",
    paymentExample.movementId,
  ),
  (claim) => {
    const { amount = 0, paidOn = claim.decideBy } = paymentOf(claim) ?? {};
    return {
      protocol: claim.protocol,
      amount: formatCurrency(amount),
      paidOn: formatShortDate(paidOn),
    };
  },
);

/**
 * Defines the mail to the address that asked for another account, with a link to confirm the account. An unconfirmed
 * account is not used.
 */
export const claimAccount = defineClaimMail(
  "claimAccount",
  exampleOf({ ...view, accountNext: "Pix •••1234, em nome de J. P." }, "landlord", "1"),
  (claim) => ({
    protocol: claim.protocol,
    account: claim.accountNext ?? "já confirmada ou substituída",
  }),
);
