import * as z from "zod/mini";
import { refuseUndrawn } from "../fields/drawn-letters.ts";
import { moneyField } from "../fields/money.ts";
import { documentField } from "../fields/document.ts";
import { todayInBrasilia } from "../fields/formats.ts";
import { comingDateField, recentDateField } from "./offer-dates.ts";
import { propertyTypes } from "../fields/places.ts";
import { fillVariables } from "../fields/variables.ts";
import { optionalTextField, plainTextField, textAreaField, textField } from "../fields/text.ts";
import { landlordEmailField } from "../fields/landlords.ts";
import { type OffersStatus, landlordsKind, offersPaymentPlan } from "../stored-values.ts";
import { requestVersionField } from "../requests/request-correction.ts";
import { trackRequestSchema } from "../requests/tracking.ts";

/** Maximum term of a guarantee in months (spec section 9). */
export const longestMonths = 12;
export const longestValidDays = 30;

/** Field for a whole number from 1 to `most`. Accepts a number, or the value of a select option as text. */
function countField(most: number, message: string) {
  return z.pipe(
    z.union([z.string(), z.number()], message),
    z.transform((typed, context) => {
      const count = typed === "" ? Number.NaN : Number(typed);
      if (Number.isInteger(count) && count >= 1 && count <= most) return count;
      context.issues.push({ code: "custom", input: typed, message });
      return z.NEVER;
    }),
  );
}

const collectorMissing = "Diga, em 10 a 200 caracteres, quem recebe a taxa";
const reasonMissing = "Diga, em 10 a 500 caracteres, por que o início não é depois de hoje";

/** Checks a text that is required only if another field has a certain value. Counts characters as PostgreSQL does. */
const isLongEnough = (text: string | undefined) => [...(text ?? "")].length >= 10;

/** Form in which staff enter the conditions of an offer. `workOutOffer` computes the offer's other values. */
export const offerFormSchema = z
  .object({
    propertyType: z.enum(propertyTypes, "Selecione o tipo do imóvel"),
    landlordName: plainTextField({
      min: 3,
      max: 100,
      message: "Nome do locador é obrigatório",
    }).check(refuseUndrawn),
    /** CPF or CNPJ of the landlord. The database finds the landlord by this number, or registers a new landlord. */
    landlordDocument: documentField(),
    landlordKind: z.optional(z.enum(landlordsKind, "Escolha se é proprietário ou imobiliária")),
    rentalValue: moneyField("Valor do aluguel é obrigatório"),
    months: countField(longestMonths, `Escolha de 1 a ${longestMonths} meses`),
    startDate: recentDateField("Data de início é obrigatória"),
    /** Reason for a start that is not after today. The applicant reads the reason. */
    pastStartReason: optionalTextField(500).check(refuseUndrawn),
    fee: moneyField("Taxa é obrigatória"),
    /** Due date of the fee, or of its first instalment. */
    feeDueOn: comingDateField("Vencimento é obrigatório"),
    paymentPlan: z.enum(offersPaymentPlan, "Escolha a forma de pagamento"),
    /** Number of monthly payments by Pix. The payment plan `other` always has one payment. */
    instalments: z._default(
      countField(longestMonths, `Escolha de 1 a ${longestMonths} parcelas`),
      1,
    ),
    /** Description of the payment plan `other`, in which staff name the recipient of the fee. Unused for `pix`. */
    paymentMethod: optionalTextField(200).check(refuseUndrawn),
    validDays: countField(longestValidDays, `Escolha de 1 a ${longestValidDays} dias`),
  })
  .check(
    z.refine((offer) => offer.paymentPlan === "pix" || isLongEnough(offer.paymentMethod), {
      path: ["paymentMethod"],
      error: collectorMissing,
    }),
    z.refine((offer) => offer.paymentPlan === "other" || offer.instalments <= offer.months, {
      path: ["instalments"],
      error: "Há no máximo uma parcela por mês do prazo",
    }),
    z.refine((offer) => !needsReason(offer.startDate) || isLongEnough(offer.pastStartReason), {
      path: ["pastStartReason"],
      error: reasonMissing,
    }),
  );

/** Tells whether staff must give a reason for the start, because it is not after today. */
export function needsReason(startDate: string, today = todayInBrasilia()): boolean {
  return startDate <= today;
}

/** Editors' texts for a plan by Pix: for a single payment, and for `{{instalments}}` monthly payments. */
export interface PlanTexts {
  planOnce: string;
  planMonthly: string;
}

/** Returns the text for a plan of `instalments` payments by Pix, for example "Pix em 3 parcelas mensais". */
export function planWords(instalments: number, { planOnce, planMonthly }: PlanTexts): string {
  return instalments === 1 ? planOnce : fillVariables(planMonthly, { instalments });
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

interface Validity {
  validDays: number;
  startDate: string;
  feeDueOn: string;
}

/**
 * Returns the last day on which an offer can be accepted, as YYYY-MM-DD. This day is never after the first due date,
 * and is before the start when the start is after today.
 */
export function lastValidDay(
  { validDays, startDate, feeDueOn }: Validity,
  today = todayInBrasilia(),
): string {
  const wanted = addDays(today, validDays);
  const limits = needsReason(startDate, today) ? [feeDueOn] : [addDays(startDate, -1), feeDueOn];
  return [wanted, ...limits].toSorted()[0] ?? wanted;
}

const addDays = (date: string, count: number) =>
  new Date(Date.parse(date) + count * dayMilliseconds).toISOString().slice(0, 10);

export type OfferForm = z.output<typeof offerFormSchema>;

// `safeExtend` keeps the checks that span several fields; `extend` would drop them.
/** Input of make-offer. The browser gives each form an id, so that a second click makes no second offer. */
export const offerRequestSchema = z.safeExtend(offerFormSchema, {
  offerId: z.uuid("Proposta inválida"),
  simulationId: z.uuid("Simulação inválida"),
  /** Id of a registered landlord whom staff chose from the search. */
  landlordId: z.optional(z.uuid("Locador inválido")),
  /** Id of the lease contract that the offer renews; absent for a request's first offer. */
  renewsContractId: z.optional(z.uuid("Contrato inválido")),
  /**
   * Number of the request's corrections that staff saw, for a first offer. make_offer refuses an outdated or missing number.
   */
  requestVersion: z.optional(requestVersionField()),
});

export const offerReplySchema = z.object({
  changed: z.boolean(),
  /** `closed` means that the contract to be renewed is ending or has ended. */
  outcome: z.enum(["made", "rejected", "accepted", "closed"]),
});

export type OfferReply = z.output<typeof offerReplySchema>;

export const offerExample = {
  propertyType: "Apartamento",
  landlordName: "José Pereira",
  rentalValue: "1.800,50",
  months: "12",
  fee: "R$ 1.620,45",
  paymentPlan: "pix",
  instalments: "1",
  validDays: "7",
} satisfies Partial<Record<keyof OfferForm, string>>;

const offerId = () => z.uuid("Condições inválidas");

/** Field in which a person accepts by typing the full name. The database compares it with the stored name. */
export const acceptanceNameField = () =>
  textField({ min: 3, max: 100, message: "Escreva o seu nome completo" });

export const openConditionsSchema = z.extend(trackRequestSchema, { offerId: offerId() });

export const acceptOfferSchema = z.extend(trackRequestSchema, {
  offerId: offerId(),
  fullName: acceptanceNameField(),
  /** Titles of the clauses whose boxes the applicant ticked. */
  clauses: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(50)),
  /** SHA-256 of the conditions PDF that the applicant saw. */
  conditionsSha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, "Condições inválidas")),
  landlordEmail: landlordEmailField(),
});

/** Text that an applicant writes instead of accepting: a request for changes, a reason for refusing, or a question. */
export const offerAnswerFormSchema = z.object({
  reason: textAreaField({ min: 10, max: 1000, message: "Escreva pelo menos 10 caracteres" }),
});

/** Question of an applicant about an offer. `clause` is undefined when the question is not about a clause. */
export const offerQuestionFormSchema = z.extend(offerAnswerFormSchema, {
  clause: optionalTextField(300),
});

export const questionAnswerFormSchema = z.object({
  answer: textAreaField({ min: 10, max: 2000, message: "Escreva pelo menos 10 caracteres" }),
});

export const answerOfferSchema = z.extend(trackRequestSchema, {
  offerId: offerId(),
  answer: z.enum(["adjust", "decline", "question"], "Resposta inválida"),
  ...offerQuestionFormSchema.shape,
});

export const closedOfferMessages: Readonly<
  Record<Exclude<OffersStatus, "open" | "accepted">, string>
> = {
  expired: "O prazo destas condições acabou. Fale com a gente para receber outras.",
  withdrawn: "Estas condições não valem mais. Fale com a gente para receber outras.",
  declined: "Você já disse que não quer estas condições. Fale com a gente para receber outras.",
};

export const acceptOfferReplySchema = z.object({ contractNumber: z.string() });
