import * as z from "zod/mini";
import { formatCurrency, formatShortDate } from "../../contracts/fields/formats.ts";
import {
  type ClaimView,
  claimStageTitles,
  claimViewSchema,
} from "../../contracts/guarantee/claims.ts";
import { type MailContext, defineTemplate } from "../define-template.ts";
import { contractRow } from "../mail-examples.ts";
import { withoutLinks } from "../mail-formats.ts";
import { Action, type DetailRow, Details, Quote } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";
import { landlordUrl } from "./landlord-mails.tsx";

const claimSource = z.object({
  subject: z.object({
    id: z.string(),
    contract_number: z.string(),
    tenant_name: z.string(),
    claim: z.extend(claimViewSchema, {
      /** To whom this mail goes, and of what, as its key says. */
      told: z.enum(["landlord", "tenant", "staff"]),
      occasion: z.string(),
    }),
  }),
});
type Claim = z.output<typeof claimSource>["subject"]["claim"];

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

/** A claim to look at, as one of the three gets it. */
const exampleOf = (claim: ClaimView, told: Claim["told"], occasion: string) => ({
  subject: {
    ...contractRow,
    tenant_name: "Ana Maria da Silva",
    claim: { ...claim, told, occasion },
  },
});

/** Where whoever reads the mail finds the claim. */
async function claimUrl(context: MailContext, { told, id }: Claim): Promise<string> {
  if (told === "landlord") return landlordUrl(context);
  if (told === "tenant") return `${context.siteUrl}/area-cliente?aba=cliente`;
  return `${context.siteUrl}/admin/acionamentos#${id}`;
}

function rowsOf(contractNumber: string, claim: Claim): DetailRow[] {
  return [
    ["Protocolo", claim.protocol],
    // Of the contract a landlord has the letter.
    ...(claim.told === "landlord" ? [] : [["Contrato", contractNumber] as const]),
    ["Situação", claimStageTitles[claim.stage]],
    ["Valor pedido", formatCurrency(claim.asked)],
    ...(claim.granted === undefined
      ? []
      : [["Valor aceito", formatCurrency(claim.granted)] as const]),
    ...(claim.paidOn === undefined ? [] : [["Pago em", formatShortDate(claim.paidOn)] as const]),
  ];
}

/** What is still missing, as far as the claim itself shows. */
function missingOf({ account, files }: Claim): string {
  const missing = [
    ...(files.length === 0 ? ["as fotos, os orçamentos ou as notas"] : []),
    ...(account === undefined ? ["a conta para o pagamento"] : []),
  ];
  return missing.length === 0
    ? "Por enquanto não falta nada."
    : `Ainda falta enviar: ${missing.join(" e ")}. Nada disso muda a data do pedido.`;
}

/** To the landlord, at once: the receipt of a claim, with what it still needs. */
export const claimOpened = defineTemplate(
  claimSource,
  exampleOf(view, "landlord", "opened"),
  async ({ subject: { contract_number: contractNumber, claim } }, context) => {
    const words = wordMail(context, "claimOpened", {
      protocol: claim.protocol,
      hearUntil: formatShortDate(claim.hearUntil),
      decideBy: formatShortDate(claim.decideBy),
      missing: missingOf(claim),
    });
    return page(words, { context, contractNumber, claim });
  },
);

function newsOf({ occasion, told, hearUntil }: Claim): string {
  if (occasion === "withdrawn") return "o locador retirou o pedido: você não precisa responder";
  if (occasion === "appealed") {
    const who = told === "landlord" ? "o locatário" : "o locador";
    return `${who} pediu a revisão da decisão, e a nossa equipe olha de novo`;
  }
  return `o locador acionou a garantia; você pode responder a cada item até ${formatShortDate(hearUntil)}`;
}

function meaningOf({ occasion, decideBy }: Claim): string {
  if (occasion === "withdrawn") return "Nada é pago por ele. O pedido fica registrado na página.";
  if (occasion === "appealed") {
    return `Na página você lê o motivo e pode enviar mais arquivos. A nova decisão sai até ${formatShortDate(decideBy)}.`;
  }
  return "Na página você vê cada item, o valor e as provas. Silêncio não é concordância: sem resposta, a nossa equipe decide com o que as duas partes enviaram.";
}

/** To a party, of what the other has done: opened a claim, taken it back, asked for another look. */
export const claimTold = defineTemplate(
  claimSource,
  exampleOf(view, "tenant", "opened"),
  async ({ subject: { contract_number: contractNumber, claim } }, context) => {
    const words = wordMail(context, "claimTold", {
      protocol: claim.protocol,
      news: newsOf(claim),
      next: meaningOf(claim),
    });
    return page(words, { context, contractNumber, claim });
  },
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

/** To the staff inbox: what a party has done with a claim. */
export const claimNew = defineTemplate(
  claimSource,
  exampleOf(view, "staff", "opened"),
  async ({ subject }, context) => {
    const { contract_number: contractNumber, claim } = subject;
    const words = wordMail(context, "claimNew", {
      protocol: claim.protocol,
      contractNumber,
      tenantName: withoutLinks(subject.tenant_name),
      deed: deedOf(claim),
    });
    return page(words, { context, contractNumber, claim });
  },
);

/** To the party of which staff want something: what, in their words, and until when. */
export const claimWanted = defineTemplate(
  claimSource,
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
  async ({ subject: { contract_number: contractNumber, claim } }, context) => {
    const words = wordMail(context, "claimWanted", {
      protocol: claim.protocol,
      wantedUntil: formatShortDate(claim.wanted?.until ?? claim.decideBy),
    });
    const quote = claim.wanted && { title: "O que falta", text: claim.wanted.text };
    return page(words, { context, contractNumber, claim, quote });
  },
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

/** To both, when a decision stands: what it is, what follows, and what can be done against it. */
export const claimDecided = defineTemplate(
  claimSource,
  exampleOf(decided, "landlord", "1"),
  async ({ subject: { contract_number: contractNumber, claim } }, context) => {
    const words = wordMail(context, "claimDecided", {
      protocol: claim.protocol,
      outcome: outcomeOf(claim),
      next: nextOf(claim),
      remedy:
        claim.appealUntil === undefined
          ? "Esta é a decisão da revisão. Se não concordar, responda a este e-mail ou procure o Procon ou a Justiça."
          : `Se não concordar, peça a revisão até ${formatShortDate(claim.appealUntil)}, com o motivo: outra análise é feita antes de qualquer novo pagamento.`,
    });
    return page(words, { context, contractNumber, claim });
  },
);

/** To both, when what was granted was paid. */
export const claimPaid = defineTemplate(
  claimSource,
  exampleOf({ ...decided, stage: "paid", paidOn: "2026-11-28" }, "landlord", "1"),
  async ({ subject: { contract_number: contractNumber, claim } }, context) => {
    const words = wordMail(context, "claimPaid", {
      protocol: claim.protocol,
      amount: formatCurrency(claim.granted ?? 0),
      paidOn: claim.paidOn === undefined ? "hoje" : formatShortDate(claim.paidOn),
    });
    return page(words, { context, contractNumber, claim });
  },
);

/** To the address that asked for another account: only its link makes that one count. */
export const claimAccount = defineTemplate(
  claimSource,
  exampleOf({ ...view, accountNext: "Pix •••1234, em nome de J. P." }, "landlord", "1"),
  async ({ subject: { contract_number: contractNumber, claim } }, context) => {
    const words = wordMail(context, "claimAccount", {
      protocol: claim.protocol,
      account: claim.accountNext ?? "já confirmada ou substituída",
    });
    const secret = await context.readLandlordSecret();
    const url = `${context.siteUrl}/locador${secret === null ? "" : `#conta=${secret}`}`;
    return page(words, { context, contractNumber, claim, url });
  },
);

type Page = {
  context: MailContext;
  contractNumber: string;
  claim: Claim;
  quote?: { title: string; text: string } | undefined;
  url?: string;
};

async function page(
  words: ReturnType<typeof wordMail>,
  { context, contractNumber, claim, quote, url }: Page,
) {
  return {
    ...words,
    replyTo: context.company.email,
    body: (
      <>
        <Paragraphs texts={words.paragraphs.slice(0, 1)} />
        {quote && <Quote title={quote.title}>{quote.text}</Quote>}
        <Paragraphs texts={words.paragraphs.slice(1)} />
        <Details title="Acionamento da garantia" rows={rowsOf(contractNumber, claim)} />
        <Action url={url ?? (await claimUrl(context, claim))}>{words.button}</Action>
        <ClosingNote of={words} />
      </>
    ),
  };
}
