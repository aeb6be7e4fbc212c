import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { fillVariables } from "../../../supabase/functions/_shared/contracts/fields/variables.ts";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { whatsappHref } from "../../formats/phone.ts";
import { simulationsKey } from "./queue.tsx";

const otherSchema = z.object({
  id: z.string(),
  protocol: z.string(),
  status: z.string(),
  createdAt: z.string(),
  same: z.array(z.enum(["cpf", "email", "phone"])),
});

/** What was sent comes by column beside it, as the form's contract has it (`simulationFields`). */
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
  /** In whole years, today. */
  age: z.number(),
  /** How much of the income the rent takes, in percent; null without an income. */
  rent_share: z.nullable(z.number()),
  line: z.object({
    documentsAsked: z.number(),
    documentsSent: z.number(),
    offerStatus: z.nullable(z.string()),
  }),
  /** What the request became. */
  contract: z.nullable(z.object({ id: z.string(), number: z.string() })),
  /** Other requests of the same person, newest first. */
  others: z.array(otherSchema),
});

export type SimulationDetail = z.output<typeof detailSchema>;
export type OtherRequest = z.output<typeof otherSchema>;

/** What another feature shows of a simulation; `onDecided` is for one that decides about it. */
export type SimulationPart = (simulation: SimulationDetail, onDecided: () => void) => ReactNode;

/** One simulation with what a decision needs; asked for while there is an id. */
export function useSimulationDetail(id: string | null) {
  const backend = useBackend();
  return useQuery({
    queryKey: [...simulationsKey, "detail", id],
    queryFn: async ({ signal }) =>
      detailSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("simulation_detail", { simulation_id: id ?? "" }).abortSignal(signal),
        ),
      ),
    enabled: id !== null,
  });
}

/** What editors wrote for staff to send; read by the page. */
export interface StaffTexts {
  /** Reasons to begin a rejection with. */
  rejectionReasons: readonly string[];
  /** When to approve alone, and when with conditions. */
  decisionHint: string;
  /** Messages by the stage of a request, with `{{firstName}}` and `{{protocol}}`. */
  whatsapp: Record<WhatsappStage, string>;
}

type WhatsappStage = "pending" | "documents" | "approved" | "offered" | "rejected";

/** Opens a conversation with the applicant, with the text of the stage that the request is in. */
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
