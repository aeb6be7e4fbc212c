import * as z from "zod/mini";
import {
  type OffersPaymentPlan,
  offersPaymentPlan,
  contractsStatus,
  landlordsKind,
  offersStatus,
} from "#contracts/stored-values.ts";
import type { FeeRules } from "#contracts/fields/coverage.ts";
import {
  type OfferForm,
  type OfferReply,
  type PlanTexts,
  offerReplySchema,
} from "#contracts/offers/offer.ts";
import { instalmentsSchema, offerChangesSchema } from "#contracts/requests/offer-terms.ts";
import { renewedTermsSchema } from "#contracts/requests/tracking.ts";
import { useStaffAction, useStaffQuery } from "../../../backend/staff/staff-hooks.ts";

const offerSchema = z.object({
  id: z.string(),
  status: z.enum(offersStatus),
  createdAt: z.string(),
  createdBy: z.optional(z.string()),
  validUntil: z.string(),
  closedAt: z.optional(z.string()),
  adjustmentAskedAt: z.optional(z.string()),
  adjustmentReason: z.optional(z.string()),
  declineReason: z.optional(z.string()),
  questions: z.array(
    z.object({
      id: z.string(),
      /** Clause that the question is about; absent when the question names no clause. */
      clause: z.optional(z.string()),
      text: z.string(),
      askedAt: z.string(),
      answer: z.optional(z.string()),
      answeredAt: z.optional(z.string()),
    }),
  ),
  propertyType: z.string(),
  landlordName: z.string(),
  /** Landlord's data; absent while only the landlord's name is known. */
  landlord: z.optional(
    z.object({
      id: z.string(),
      kind: z.enum(landlordsKind),
      document: z.optional(z.string()),
    }),
  ),
  rentalValue: z.number(),
  referenceValue: z.number(),
  coverLimit: z.number(),
  fee: z.number(),
  feeDueOn: z.string(),
  paymentPlan: z.enum(offersPaymentPlan),
  paymentMethod: z.string(),
  instalments: instalmentsSchema,
  letterNeedsFee: z.boolean(),
  pastStartReason: z.optional(z.string()),
  startDate: z.string(),
  endDate: z.string(),
  months: z.number(),
  termsVersion: z.string(),
  conditionsSha256: z.string(),
  renews: z.optional(renewedTermsSchema),
  changes: offerChangesSchema,
  contractNumber: z.optional(z.string()),
  contractStatus: z.optional(z.enum(contractsStatus)),
  acceptance: z.optional(
    z.object({
      acceptedAt: z.string(),
      fullName: z.string(),
      clauses: z.array(z.string()),
      userAgent: z.string(),
    }),
  ),
});

export type StaffOffer = z.output<typeof offerSchema>;

/** This key begins with the key of the request queue, so that a decision on a request also reloads the offers. */
const offersKey = (simulationId: string) => ["simulations", "offers", simulationId] as const;

/** Reads the offers, newest first. */
export function useOffers(simulationId: string) {
  return useStaffQuery({
    queryKey: offersKey(simulationId),
    schema: z.array(offerSchema),
    ask: (client) => client.rpc("list_offers", { simulation_id: simulationId }),
  });
}

const refusals: Record<OfferReply["outcome"], string> = {
  made: "Estas condições já tinham sido enviadas",
  rejected: "Esta simulação foi rejeitada",
  accepted: "A pessoa já aceitou outras condições",
  closed: "Este contrato não pode mais ser renovado",
};

interface MadeOffer extends OfferForm {
  offerId: string;
  landlordId: string | undefined;
  renewsContractId?: string | undefined;
  /** Version of the request that the form was opened with. */
  requestVersion?: number | undefined;
}

/** Makes an offer to a person, whom the toast names. A repeated call with the same `offerId` makes no second offer. */
export function useMakeOffer(simulationId: string, person: string) {
  return useStaffAction({
    call: (form: MadeOffer) => ({
      name: "make-offer",
      body: { ...form, simulationId },
      data: offerReplySchema,
    }),
    success: ({ changed, outcome }) => ({
      title: changed ? "Condições enviadas" : refusals[outcome],
      description: person,
      tone: "success",
    }),
    changes: ["simulations"],
  });
}

/** Answers a question about an offer. The answer is sent by e-mail. Each question can be answered only once. */
export function useAnswerQuestion(offerId: string, questionId: string) {
  return useStaffAction({
    ask: (client, { answer }: { answer: string }) =>
      client.rpc("answer_question", { offer_id: offerId, question_id: questionId, answer }),
    schema: z.object({ changed: z.boolean() }),
    success: ({ changed }) =>
      changed ? "Resposta enviada" : "Esta pergunta já tinha sido respondida",
    changes: ["simulations"],
  });
}

export function useWithdrawOffer(person: string) {
  return useStaffAction({
    ask: (client, offer_id: string) => client.rpc("withdraw_offer", { offer_id }),
    success: () => ({ title: "Condições retiradas", description: person, tone: "success" }),
    failure: "Erro ao retirar as condições",
    changes: ["simulations"],
  });
}

/** Business rules and editors' texts that the form for an offer needs. */
export interface OfferRules extends FeeRules, PlanTexts {
  /** Percentage of the reference value (rent times months) that the guarantee covers. */
  coveragePercent: number;
}

export interface RenewedContract {
  id: string;
  contract_number: string;
  tenant_name: string;
  landlord_name: string;
  property_type: string;
  rental_value: number;
  cover_limit: number | null;
  fee: number | null;
  contract_duration_months: number;
  payment_plan: OffersPaymentPlan;
  instalments: number;
  payment_method: string;
  end_date: string;
}

export interface OfferedRequest {
  id: string;
  status: string;
  full_name: string;
  owner_name: string;
  rental_value: number;
  /** Kind of property; null when the applicant gave none. */
  property_type: string | null;
  /** Number of the request's corrections; absent for a renewal, which takes its data from the contract. */
  version?: number;
  /** Corrections of the request, newest first. */
  corrections?: readonly { madeAt: string; wanted: Readonly<Record<string, unknown>> }[];
}
