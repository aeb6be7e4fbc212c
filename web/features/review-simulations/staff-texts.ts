import { fillVariables } from "../../../supabase/functions/_shared/contracts/variables.ts";
import { whatsappHref } from "../../formats/phone.ts";
import type { SimulationDetail } from "./simulation-detail.ts";

/** What editors wrote for staff to send; read by the page. */
export interface StaffTexts {
  /** Reasons to begin a rejection with. */
  rejectionReasons: readonly string[];
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
  if (status === "approved") return line.offerStatus === "open" ? "offered" : "approved";
  return line.documentsAsked > 0 ? "documents" : "pending";
}
