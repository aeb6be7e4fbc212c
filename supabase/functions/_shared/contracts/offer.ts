import * as z from "zod/mini";
import { moneyField } from "./fields/money.ts";
import { documentField } from "./fields/document.ts";
import { comingDateField } from "./fields/people.ts";
import { propertyTypes } from "./fields/places.ts";
import { optionalTextField, plainTextField, textAreaField, textField } from "./fields/text.ts";
import { landlordEmailField } from "./guarantee/landlord.ts";
import { type OffersStatus, landlordsKind } from "./stored-values.ts";
import { trackRequestSchema } from "./tracking.ts";

/** As many as a guarantee has (specification, section 9). */
export const longestMonths = 12;
export const longestValidDays = 30;

/** A whole number from 1 to `most`, as a choice of a list sends it or as a number. */
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

/** The conditions as staff fill them in; what follows from them is worked out. */
export const offerFormSchema = z.object({
  propertyType: z.enum(propertyTypes, "Selecione o tipo do imóvel"),
  landlordName: plainTextField({ min: 3, max: 100, message: "Nome do locador é obrigatório" }),
  /** By which the landlord is found again, or written down. */
  landlordDocument: documentField(),
  landlordKind: z.optional(z.enum(landlordsKind, "Escolha se é proprietário ou imobiliária")),
  rentalValue: moneyField("Valor do aluguel é obrigatório"),
  months: countField(longestMonths, `Escolha de 1 a ${longestMonths} meses`),
  startDate: comingDateField("Data de início é obrigatória"),
  fee: moneyField("Taxa é obrigatória"),
  feeDueOn: comingDateField("Vencimento é obrigatório"),
  paymentMethod: textField({ min: 2, max: 100, message: "Forma de pagamento é obrigatória" }),
  validDays: countField(longestValidDays, `Escolha de 1 a ${longestValidDays} dias`),
});

export type OfferForm = z.output<typeof offerFormSchema>;

/** What make-offer takes. The form has an id, so that a second click makes no second offer. */
export const offerRequestSchema = z.extend(offerFormSchema, {
  offerId: z.uuid("Proposta inválida"),
  simulationId: z.uuid("Simulação inválida"),
  /** Of one that was found and chosen. */
  landlordId: z.optional(z.uuid("Locador inválido")),
  /** The contract of this request on whose end the offer begins; absent for its first one. */
  renewsContractId: z.optional(z.uuid("Contrato inválido")),
});

/** What it answers: `changed` is false when there was nothing to make. */
export const offerReplySchema = z.object({
  changed: z.boolean(),
  /** `closed`: the contract that was to be renewed is ending or has ended. */
  outcome: z.enum(["made", "rejected", "accepted", "closed"]),
});

export type OfferReply = z.output<typeof offerReplySchema>;

/** An offer as staff typed it, for tests. */
export const offerExample = {
  propertyType: "Apartamento",
  landlordName: "José Pereira",
  rentalValue: "1.800,50",
  months: "12",
  fee: "R$ 1.620,45",
  paymentMethod: "Pix à vista",
  validDays: "7",
} satisfies Partial<Record<keyof OfferForm, string>>;

const offerId = () => z.uuid("Condições inválidas");

/** The name that whoever accepts types; whether it is the request's is the database's to say. */
export const acceptanceNameField = () =>
  textField({ min: 3, max: 100, message: "Escreva o seu nome completo" });

/** What open-conditions takes. */
export const openConditionsSchema = z.extend(trackRequestSchema, { offerId: offerId() });

/** What accept-offer takes. */
export const acceptOfferSchema = z.extend(trackRequestSchema, {
  offerId: offerId(),
  fullName: acceptanceNameField(),
  /** The titles of the clauses that were ticked. */
  clauses: z.array(z.string().check(z.maxLength(300))).check(z.maxLength(50)),
  /** Of the PDF that was shown. */
  conditionsSha256: z.string().check(z.regex(/^[0-9a-f]{64}$/, "Condições inválidas")),
  landlordEmail: landlordEmailField(),
});

/** What whoever does not accept writes: what should be otherwise, why not, or what is unclear. */
export const offerAnswerFormSchema = z.object({
  reason: textAreaField({ min: 10, max: 1000, message: "Escreva pelo menos 10 caracteres" }),
});

/** A question about the conditions; without a clause it is about something else. */
export const offerQuestionFormSchema = z.extend(offerAnswerFormSchema, {
  clause: optionalTextField(300),
});

/** What staff answer to a question. */
export const questionAnswerFormSchema = z.object({
  answer: textAreaField({ min: 10, max: 2000, message: "Escreva pelo menos 10 caracteres" }),
});

/** What answer-offer takes: conditions are to be adjusted, are turned down, or asked about. */
export const answerOfferSchema = z.extend(trackRequestSchema, {
  offerId: offerId(),
  answer: z.enum(["adjust", "decline", "question"], "Resposta inválida"),
  ...offerQuestionFormSchema.shape,
});

/** Why an offer takes no answer any more, as whoever answers it is told. */
export const closedOfferMessages: Readonly<
  Record<Exclude<OffersStatus, "open" | "accepted">, string>
> = {
  expired: "O prazo destas condições acabou. Fale com a gente para receber outras.",
  withdrawn: "Estas condições não valem mais. Fale com a gente para receber outras.",
  declined: "Você já disse que não quer estas condições. Fale com a gente para receber outras.",
};

/** What accept-offer answers, to a second click too. */
export const acceptOfferReplySchema = z.object({ contractNumber: z.string() });
