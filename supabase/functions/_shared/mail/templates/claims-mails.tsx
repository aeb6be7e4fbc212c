import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { formatLetterCode } from "#contracts/leases/letters.ts";
import type { MailTextName } from "#contracts/mail/mail-texts.ts";
import { claimStageTitles } from "#contracts/claims/claims.ts";
import type { Mail, MailContext } from "../define-template.ts";
import { contractUrl, landlordUrl, leaseRows, withoutLinks } from "../mail-formats.ts";
import { Quote, SideLink } from "../mail-parts.tsx";
import {
  type ClaimRow,
  type ToldClaim,
  claimExample,
  claimRowSchema,
  decidedExample,
  exampleOf,
  paymentExample,
} from "../words/claim-row.ts";
import {
  deedOf,
  missingOf,
  nextOf,
  outcomeOf,
  paymentOf,
  tellingOf,
} from "../words/claim-words.ts";
import { type FilledMail, defineRowMail } from "../word-mail.tsx";

async function claimUrl(context: MailContext, { told, id, leaseId }: ToldClaim): Promise<string> {
  if (told === "landlord") return landlordUrl(context, leaseId);
  if (told === "tenant") return contractUrl(context, id);
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
  fill: (claim: ToldClaim, row: ClaimRow) => FilledMail<Name>["variables"],
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
        ...(claim.told === "landlord"
          ? leaseRows(row)
          : [["Contrato", row.contract_number] as const]),
        ["Situação", claimStageTitles[claim.stage]],
        ["Valor pedido", formatCurrency(claim.asked)],
        ["Valor aprovado", granted === undefined ? null : formatCurrency(granted)],
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

/** Defines the landlord's receipt of a claim. It says what is still missing. */
export const claimOpened = defineClaimMail(
  "claimOpened",
  exampleOf(claimExample, "landlord", "opened"),
  (claim) => ({
    protocol: claim.protocol,
    completeUntil: formatShortDate(claim.completeUntil),
    decideBy: formatShortDate(claim.decideBy),
    missing: missingOf(claim),
  }),
);

/** Defines the mail to a party about the other party's step, the receipt of a review, or a reversed payment. */
export const claimTold = defineClaimMail(
  "claimTold",
  exampleOf(
    {
      ...claimExample,
      stage: "hearing",
      turn: "tenant",
      tenantUntil: "2026-11-22",
      completeAt: claimExample.openedAt,
    },
    "tenant",
    "complete",
  ),
  (claim) => ({ protocol: claim.protocol, ...tellingOf(claim) }),
);

/** Defines the mail to the staff inbox about a party's step. */
export const claimNew = defineClaimMail(
  "claimNew",
  exampleOf(claimExample, "staff", "opened"),
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
      ...claimExample,
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

/** Defines the mail to both parties about a decision, its effects and reviews. */
export const claimDecided = defineClaimMail(
  "claimDecided",
  exampleOf(decidedExample, "landlord", "1"),
  (claim) => ({
    protocol: claim.protocol,
    outcome: outcomeOf(claim),
    next: nextOf(claim),
    remedy:
      claim.reviewUntil === undefined
        ? "A sua revisão já foi usada. Se não concordar, responda a este e-mail ou procure o Procon ou a Justiça."
        : `Se não concordar, peça a revisão até ${formatShortDate(claim.reviewUntil)}, dos itens de que discorda e com o motivo: a outra parte responde, e outra pessoa da equipe decide.`,
  }),
);

/** Defines the mail to both parties about a payment to the landlord, with its receipt. */
export const claimPaid = defineClaimMail(
  "claimPaid",
  exampleOf(
    { ...decidedExample, stage: "paid", paidOn: paymentExample.paidOn, payments: [paymentExample] },
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
  exampleOf({ ...claimExample, accountNext: "Pix •••1234, em nome de J. P." }, "landlord", "1"),
  (claim) => ({
    protocol: claim.protocol,
    account: claim.accountNext ?? "já confirmada ou substituída",
  }),
);
