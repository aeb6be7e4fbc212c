import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import {
  contractsStatus,
  landlordsKind,
  offersStatus,
} from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import {
  type OfferForm,
  type OfferReply,
  offerReplySchema,
} from "../../../supabase/functions/_shared/contracts/offer.ts";
import { renewedTermsSchema } from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { askAsStaff, callAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";

const offerSchema = z.object({
  id: z.string(),
  status: z.enum(offersStatus),
  createdAt: z.string(),
  createdBy: z.optional(z.string()),
  validUntil: z.string(),
  closedAt: z.optional(z.string()),
  adjustmentAskedAt: z.optional(z.string()),
  /** What the applicant wrote: what should be otherwise, or why not. */
  adjustmentReason: z.optional(z.string()),
  declineReason: z.optional(z.string()),
  questions: z.array(
    z.object({
      id: z.string(),
      /** Absent of one about something else. */
      clause: z.optional(z.string()),
      text: z.string(),
      askedAt: z.string(),
      answer: z.optional(z.string()),
      answeredAt: z.optional(z.string()),
    }),
  ),
  propertyType: z.string(),
  landlordName: z.string(),
  /** Absent as long as only the name is known. */
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
  paymentMethod: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  months: z.number(),
  termsVersion: z.string(),
  conditionsSha256: z.string(),
  /** Of a renewal: the terms of the contract that ends. */
  renews: z.optional(renewedTermsSchema),
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

/** An offer as staff see it, with the evidence of its acceptance. */
export type StaffOffer = z.output<typeof offerSchema>;

// Below the key of the review: whatever is decided there reloads the offers too.
const offersKey = (simulationId: string) => ["simulations", "offers", simulationId] as const;

/** The offers of a request, newest first. */
export function useOffers(simulationId: string) {
  const backend = useBackend();
  return useQuery({
    queryKey: offersKey(simulationId),
    queryFn: async ({ signal }) =>
      z
        .array(offerSchema)
        .parse(
          await askAsStaff(backend, (client) =>
            client.rpc("list_offers", { simulation_id: simulationId }).abortSignal(signal),
          ),
        ),
  });
}

const refusals: Record<OfferReply["outcome"], string> = {
  made: "Estas condições já tinham sido enviadas",
  rejected: "Esta simulação foi rejeitada",
  accepted: "A pessoa já aceitou outras condições",
  closed: "Este contrato não pode mais ser renovado",
};

/** Makes an offer, once for each form. */
export function useMakeOffer(simulationId: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (
      form: OfferForm & {
        offerId: string;
        landlordId: string | undefined;
        renewsContractId?: string | undefined;
      },
    ) =>
      callAsStaff(backend, {
        name: "make-offer",
        body: { ...form, simulationId },
        data: offerReplySchema,
      }),
    onSuccess({ changed, outcome }) {
      showToast({ title: changed ? "Condições enviadas" : refusals[outcome], tone: "success" });
      return queries.invalidateQueries({ queryKey: ["simulations"] });
    },
  });
}

/** Answers a question about an offer, once, by mail. */
export function useAnswerQuestion(offerId: string, questionId: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (answer: string) =>
      z
        .object({ changed: z.boolean() })
        .parse(
          await askAsStaff(backend, (client) =>
            client.rpc("answer_question", { offer_id: offerId, question_id: questionId, answer }),
          ),
        ),
    onSuccess({ changed }) {
      const title = changed ? "Resposta enviada" : "Esta pergunta já tinha sido respondida";
      showToast({ title, tone: "success" });
      return queries.invalidateQueries({ queryKey: ["simulations"] });
    },
  });
}

/** Takes an open offer back. */
export function useWithdrawOffer() {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (offerId: string) =>
      askAsStaff(backend, (client) => client.rpc("withdraw_offer", { offer_id: offerId })),
    onSuccess: () => showToast({ title: "Condições retiradas", tone: "success" }),
    onError: () =>
      showToast({
        title: "Erro ao retirar as condições",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["simulations"] }),
  });
}

/** What of a contract its renewal begins with. */
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
  payment_method: string;
  end_date: string;
}

/** What of a request its offer begins with. */
export interface OfferedRequest {
  id: string;
  status: string;
  full_name: string;
  owner_name: string;
  rental_value: number;
  /** Null where the applicant did not say. */
  property_type: string | null;
}
