import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import type { ToldClaim } from "./claim-row.ts";

/** Says whether a claim still lacks files or the account for the payment. */
export function missingOf({ account, accountNext, files }: ToldClaim): string {
  const missing = [
    ...(files.length === 0 ? ["as fotos, os orçamentos ou as notas"] : []),
    ...(account === undefined && accountNext === undefined ? ["a conta para o pagamento"] : []),
  ];
  return missing.length === 0
    ? "Por enquanto não falta nada."
    : `Ainda falta enviar: ${missing.join(" e ")}. Nada disso muda a data do pedido.`;
}

/** Returns the payment that the last part of a mail's key names. */
const namedPayment = ({ payments, occasion }: ToldClaim) =>
  payments.find(({ movementId }) => movementId === occasion);

/** Returns the payment that a mail is about. */
export const paymentOf = (claim: ToldClaim) => namedPayment(claim) ?? claim.payments.at(-1);

const dayOf = (day: string | undefined, otherwise: string) => formatShortDate(day ?? otherwise);
const otherSide = { landlord: "o locatário", tenant: "o locador", staff: "uma das partes" };

type Telling = { news: string; next: string };

/** Says which review a side asked for, and until when the other side answers. */
function tellOfReview({ told, occasion, reviews, decideBy }: ToldClaim): Telling {
  const isOwn = occasion === "review-received";
  const review = reviews.findLast(({ by }) => (by === told) === isOwn);
  const items = review?.items.length === 1 ? "1 item" : `${review?.items.length ?? 0} itens`;
  const answerUntil = dayOf(review?.answerUntil, decideBy);
  const after = `Só esses itens podem mudar, e outra pessoa da equipe decide até ${formatShortDate(decideBy)}. O que o locatário não contesta é pago enquanto isso.`;
  return isOwn
    ? {
        news: `recebemos o seu pedido de revisão, de ${items}`,
        next: `A outra parte pode responder até ${answerUntil}. ${after}`,
      }
    : {
        news: `${otherSide[told]} pediu a revisão de ${items}; você pode responder até ${answerUntil}`,
        next: `Na página você lê o motivo e pode enviar mais arquivos. ${after}`,
      };
}

/** Says that new texts or files came, and until when the reader can answer, if the reader still can. */
function tellOfEvidence({ told, may, tenantUntil, landlordUntil, reviews }: ToldClaim): Telling {
  const until = may.answerReview
    ? reviews.findLast(({ by }) => by !== told)?.answerUntil
    : told === "tenant"
      ? may.answer && tenantUntil
      : may.add && landlordUntil;
  return {
    news: `${otherSide[told]} acrescentou textos ou arquivos${until ? `; você pode responder até ${formatShortDate(until)}` : ""}`,
    next: until
      ? "Na página você vê o que é novo. Não tem nada a acrescentar? Diga isso lá, e o andamento segue."
      : "Na página você vê o que é novo. A nossa equipe decide com o que as duas partes enviaram.",
  };
}

/** Says what happened in a claim, and what follows for the reader. */
export function tellingOf(claim: ToldClaim): Telling {
  const { occasion, completeUntil, tenantUntil, decideBy, stage } = claim;
  const reversed = namedPayment(claim);
  if (reversed) {
    const { amount, paidOn, number } = reversed;
    return {
      news: `o pagamento de ${formatCurrency(amount)} ao locador, de ${formatShortDate(paidOn)}, foi estornado, e o recibo ${number} não vale mais`,
      next:
        stage === "review"
          ? `O que a garantia paga é decidido na revisão, até ${formatShortDate(decideBy)}.`
          : "O valor continua a ser devido ao locador: avisamos quando o pagamento for feito.",
    };
  }
  if (occasion.startsWith("review")) return tellOfReview(claim);
  if (occasion.startsWith("evidence")) return tellOfEvidence(claim);
  if (occasion === "withdrawn") {
    return {
      news: "o locador retirou o pedido: você não precisa responder",
      next: "Nada é pago por ele. O pedido fica registrado na página.",
    };
  }
  if (occasion === "voided") {
    return {
      news: "o contrato foi cancelado, e o pedido terminou sem decisão",
      next: "Um contrato cancelado não paga nada. O que foi enviado continua guardado.",
    };
  }
  if (occasion === "complete") {
    return {
      news: `as provas do locador estão completas; você pode responder a cada item até ${dayOf(tenantUntil, decideBy)}`,
      next: "Na página você vê cada item, o valor e as provas. Silêncio não é concordância: sem resposta, a nossa equipe decide com o que as duas partes enviaram.",
    };
  }
  return {
    news: "o locador acionou a garantia",
    next: `Ele pode completar as provas até ${formatShortDate(completeUntil)}. O seu prazo para responder só começa depois, e avisamos você do dia. O que já foi pedido está na página.`,
  };
}

/** Says to staff what a party did. */
export function deedOf({ occasion }: ToldClaim): string {
  const deeds: Record<string, string> = {
    withdrawn: "o locador retirou o pedido",
    "review-answered": "a outra parte respondeu à revisão",
    review: "uma das partes pediu a revisão da decisão",
    answered: "o locatário respondeu a todos os itens",
    done: "as partes não têm mais nada a acrescentar",
    replied: "chegou o que a equipe pediu",
    account: "o locador confirmou outra conta para o pagamento",
  };
  const deed = Object.entries(deeds).find(([name]) => occasion.startsWith(name));
  return deed?.[1] ?? "o locador acionou a garantia";
}

/** Says what was decided, as the end of a sentence. */
export function outcomeOf({ granted = 0, asked }: ToldClaim): string {
  if (granted === 0) return "nenhum item foi aprovado";
  if (granted >= asked) return `foi aprovado por inteiro, ${formatCurrency(granted)}`;
  return `foi aprovado em parte, ${formatCurrency(granted)} de ${formatCurrency(asked)}`;
}

/** Says when and where a decided claim is paid. */
export function nextOf({
  told,
  granted = 0,
  payBy,
  account,
  accountNext,
  recourse,
}: ToldClaim): string {
  if (granted === 0) return "Não há o que pagar.";
  const day = payBy === undefined ? "em seguida" : `até ${formatShortDate(payBy)}`;
  if (told === "landlord") {
    return account === undefined
      ? `Pagamos ${day}, dois dias úteis depois que você ${accountNext === undefined ? "informar e " : ""}confirmar a conta.`
      : `Pagamos ${day}, na conta informada (${account}).`;
  }
  return recourse === undefined
    ? `O valor é pago ao locador ${day}.`
    : `O valor é pago ao locador ${day}. Do que a garantia paga, ${formatCurrency(recourse.amount)} podem ser pedidos de volta a você (Código Civil, art. 831): falamos com você antes.`;
}
