import * as z from "zod/mini";
import { fillVariables } from "#contracts/fields/variables.ts";
import { useStaffQuery } from "../../../backend/staff/staff-hooks.ts";
import { whatsappHref } from "../../../formats/phone.ts";
import { simulationsKey } from "./queue.tsx";

const otherSchema = z.object({
  id: z.string(),
  protocol: z.string(),
  status: z.string(),
  createdAt: z.string(),
  same: z.array(z.enum(["cpf", "email", "phone"])),
});

/** Correction of a request. `former` and `wanted` have the values of the same database columns. */
const correctionSchema = z.object({
  id: z.string(),
  madeAt: z.string(),
  side: z.enum(["applicant", "staff"]),
  /** Member of staff who corrected; absent for the applicant. */
  who: z.optional(z.string()),
  reason: z.optional(z.string()),
  former: z.record(z.string(), z.unknown()),
  wanted: z.record(z.string(), z.unknown()),
});

/** Data of a simulation. The object also contains the applicant's answers, whose names are in `simulationFields`. */
const detailSchema = z.looseObject({
  id: z.string(),
  protocol: z.string(),
  created_at: z.string(),
  answer_due_at: z.string(),
  status: z.string(),
  full_name: z.string(),
  phone: z.string(),
  rental_value: z.number(),
  owner_name: z.string(),
  property_type: z.nullable(z.string()),
  repeated_cpf: z.boolean(),
  rejection_reason: z.nullable(z.string()),
  /** Applicant's age today, in whole years. */
  age: z.number(),
  /** Percentage of the income that the rent takes; null when the income is unknown. */
  rent_share: z.nullable(z.number()),
  line: z.object({
    documentsAsked: z.number(),
    documentsSent: z.number(),
    offerStatus: z.nullable(z.string()),
  }),
  /** Number of corrections. A correction or an offer carries this number, and the server refuses an outdated one. */
  version: z.number(),
  /** Time of the applicant's first correction that staff have not checked yet; null when there is none. */
  corrected_at: z.nullable(z.string()),
  /** Corrections, newest first. */
  corrections: z.array(correctionSchema),
  /** Contract that resulted from the request; null when there is none. */
  contract: z.nullable(z.object({ id: z.string(), number: z.string() })),
  /** Other requests of the same person, newest first. */
  others: z.array(otherSchema),
});

export type SimulationDetail = z.output<typeof detailSchema>;
export type RequestCorrection = z.output<typeof correctionSchema>;
export type OtherRequest = z.output<typeof otherSchema>;

/** Reads one simulation with the data needed to decide. Reads nothing while the id is null. */
export function useSimulationDetail(id: string | null) {
  return useStaffQuery({
    queryKey: [...simulationsKey, "detail", id],
    schema: detailSchema,
    ask: (client) => client.rpc("simulation_detail", { simulation_id: id ?? "" }),
    enabled: id !== null,
  });
}

export interface StaffTexts {
  rejectionReasons: readonly string[];
  /** Advice to staff on when to approve a request with conditions, and when to approve it without conditions. */
  decisionHint: string;
  /** Message for each stage of a request, with the placeholders `{{firstName}}` and `{{protocol}}`. */
  whatsapp: Record<WhatsappStage, string>;
}

type WhatsappStage = "pending" | "documents" | "approved" | "offered" | "rejected";

/** Returns the URL of a WhatsApp conversation that begins with the message for the request's stage. */
export function whatsappAddress({ whatsapp }: StaffTexts, simulation: SimulationDetail): string {
  const [firstName = ""] = simulation.full_name.split(" ");
  const text = fillVariables(whatsapp[stageOf(simulation)], {
    firstName,
    protocol: simulation.protocol,
  });
  return whatsappHref(simulation.phone, text);
}

function stageOf({ status, line }: SimulationDetail): WhatsappStage {
  if (status === "rejected") return "rejected";
  if (status === "approved") {
    return ["open", "adjust"].includes(line.offerStatus ?? "") ? "offered" : "approved";
  }
  return line.documentsAsked > 0 ? "documents" : "pending";
}
