import * as z from "zod/mini";
import { fillVariables } from "#contracts/fields/variables.ts";
import { bureauAnswerSchema } from "#contracts/requests/bureau-answer.ts";
import { useStaffQuery } from "../../../backend/staff/staff-hooks.ts";
import { whatsappHref } from "../../../formats/phone.ts";
import type { PreparedText } from "../../../ui/form/text-choices.tsx";
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

/** Rent and age of a request with the house rules about them (private.house_rules). Shares are in percent. */
const houseRulesSchema = z.object({
  rent: z.number(),
  /** Monthly income; null when it is zero, as after its purge. */
  income: z.nullable(z.number()),
  share: z.nullable(z.number()),
  warnsAbove: z.number(),
  secondAbove: z.number(),
  state: z.enum(["within", "warns", "second", "unknown"]),
  /** Applicant's age today, in whole years. */
  age: z.number(),
  leastAge: z.number(),
});

const personSchema = z.object({
  who: z.nullable(z.string()),
  at: z.string(),
  reason: z.nullable(z.string()),
});

/** Approval of an approved request, or of a pending one that waits for a second person. */
const approvalSchema = z.extend(personSchema, {
  /** True when the signed-in member is the first person. */
  isMine: z.boolean(),
  second: z.nullable(personSchema),
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
  house_rules: houseRulesSchema,
  approval: z.nullable(approvalSchema),
  /** Answers of credit bureaus, the newest first, and those set aside last. */
  bureau_answers: z.array(bureauAnswerSchema),
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
export type HouseRules = z.output<typeof houseRulesSchema>;
export type Approval = z.output<typeof approvalSchema>;
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
  /** Reasons for a refusal. The applicant reads the text, and staff choose by the title. */
  refusalReasons: readonly PreparedText[];
  /** Reasons for an approval, which only staff read. */
  approvalReasons: readonly string[];
  /** Advice to staff on when to approve a request with conditions, and when to approve it without conditions. */
  decisionHint: string;
  /** Message for each stage of a request, with the placeholders `{{firstName}}` and `{{protocol}}`. */
  whatsapp: Record<WhatsappStage, string>;
}

/**
 * Returns the step of an approval. `alone`: one person is enough; `first`: a second person has to agree afterwards;
 * `waiting`: the member's own approval waits; `second`: the member is the second person.
 */
export function approvalStep({
  status,
  house_rules,
  approval,
}: Pick<SimulationDetail, "status" | "house_rules" | "approval">) {
  if (status !== "pending" || house_rules.state !== "second") return "alone";
  if (approval === null) return "first";
  return approval.isMine ? "waiting" : "second";
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
