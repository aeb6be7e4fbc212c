import * as z from "zod/mini";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { contractEndingSchema } from "#contracts/leases/endings.ts";
import { claimUntilSchema, countClaimDays } from "#contracts/inspections/inspections.ts";
import { force, leaseColumns } from "../mail-formats.ts";

export const letterSchema = z.object({
  ...leaseColumns,
  letter_code: z.nullable(z.string()),
  cover_limit: z.nullable(z.number()),
  ...force,
  ends_on: z.nullable(z.string()),
  closed_at: z.nullable(z.string()),
  ending: z.optional(z.nullable(contractEndingSchema)),
  claimUntil: z.optional(z.nullable(claimUntilSchema)),
});
type Letter = z.output<typeof letterSchema>;

/** Describes the end of a guarantee and its effect, as far as a holder of the letter may know. */
export function wordsOfEnd(
  { status, ending, ends_on, end_date, claimUntil }: Letter,
  days: { proofDays: number; claimNoticeDays: number },
) {
  const kind = ending?.status === "confirmed" ? ending.kind : undefined;
  if (status !== "cancelled") {
    const until = claimUntil
      ? ` até ${formatShortDate(claimUntil.day)}: são ${countClaimDays(claimUntil, days)}`
      : "";
    const last = formatShortDate(ends_on ?? end_date);
    // The same lease can continue only after the end of a term.
    const later =
      status === "active"
        ? ". Se a locação continuar sem renovação, o que for encontrado depois da última vigência não está garantido"
        : "";
    return {
      ended:
        kind === "never-began"
          ? `terminou em ${last}, sem que a locação começasse`
          : `terminou em ${last}`,
      follows: `Ela não cobre o que acontecer depois disso. Pelo que aconteceu enquanto ela valia, você pode acionar a garantia${until}${later}`,
    };
  }
  const why = {
    regret: ": o locatário desistiu no prazo legal",
    "cancelled-before-start": " antes de começar",
  };
  return {
    ended: `foi cancelada${kind === "regret" || kind === "cancelled-before-start" ? why[kind] : ""}`,
    follows: "A carta não vale mais como garantia: combine outra com o locatário",
  };
}

/** Returns how a guarantee ended, as a fact of a mail. */
export function endingOf(status: string, endsOn: string | null): string {
  if (status === "cancelled") return "Cancelada";
  return endsOn === null ? "Fim do prazo" : `Encerrada em ${formatShortDate(endsOn)}`;
}

/** Acts of a landlord's address (private.tell_of_act), each as the end of a sentence and with what follows from it. */
const acts = {
  "open-claim": ["acionou a garantia", "O locatário e a nossa equipe foram avisados."],
  complete: [
    "disse que as provas de um pedido de acionamento estão completas",
    "Começou o prazo de resposta do locatário.",
  ],
  done: [
    "disse que não tem mais a acrescentar a um pedido de acionamento",
    "A nossa equipe segue com a análise.",
  ],
  "send-evidence": [
    "enviou arquivos a um pedido de acionamento",
    "O locatário e a nossa equipe veem os arquivos.",
  ],
  "withdraw-claim": ["retirou o pedido de acionamento", "Nada é pago por esse pedido."],
  reply: [
    "respondeu em um pedido de acionamento",
    "A outra parte e a nossa equipe veem a resposta.",
  ],
  review: ["pediu a revisão de uma decisão", "Cada parte pode pedir uma revisão, uma vez."],
  "account-asked": [
    "informou uma conta para o pagamento",
    "A conta só vale depois que esse endereço abrir o link de confirmação.",
  ],
  "account-changed": [
    "confirmou a conta para o pagamento",
    "Nada é pago nela nos dois dias úteis seguintes: se não for a conta certa, avise antes.",
  ],
  "send-report": ["enviou arquivos da vistoria", "O que chega fica guardado como chegou."],
  "send-proof": [
    "enviou o recibo das chaves",
    "A nossa equipe compara o recibo com o dia que o locatário informou.",
  ],
  "ask-renewal": [
    "pediu que uma renovação seja oferecida ao locatário",
    "Ela só vale se o locatário aceitar as condições.",
  ],
  "give-address": [
    "informou outro e-mail do locador",
    "Depois de confirmado, ele pode fazer o mesmo que este.",
  ],
  "read-address": [
    "começou a acompanhar a carta e as datas",
    "Foi o locatário quem o informou: até a nossa equipe conferir, esse endereço só lê, e não pode acionar a garantia nem informar contas.",
  ],
} as const;

const isAct = (what: string): what is keyof typeof acts => Object.hasOwn(acts, what);

/** Says what an address of the landlord did and what follows, also for an act that has no words of its own. */
export const wordsOfAct = (what: string): readonly [act: string, next: string] =>
  isAct(what) ? acts[what] : ["fez uma mudança", "Veja na página do link."];
