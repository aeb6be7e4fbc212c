import * as z from "zod/mini";
import { contractEndingSchema } from "#contracts/leases/endings.ts";
import { claimUntilSchema, countClaimDays } from "#contracts/inspections/inspections.ts";
import type { HandoverStatementsSide } from "#contracts/stored-values.ts";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { contractRow } from "../mail-examples.ts";
import { leaseColumns } from "../mail-formats.ts";
import { balanceExample, balanceSchema } from "./fee-words.ts";

export const endingRowSchema = z.object({
  id: z.string(),
  contract_number: z.string(),
  ...leaseColumns,
  tenant_email: z.nullable(z.string()),
  ending: contractEndingSchema,
  balance: balanceSchema,
  claimUntil: z.optional(z.nullable(claimUntilSchema)),
  /** Event, from the mail's key. */
  news: z.enum(["asked", "stated", "question", "confirmed", "withdrawn", "regret"]),
});
export type EndingRow = z.output<typeof endingRowSchema>;
type Ending = EndingRow["ending"];

export const claimUntilExample = { day: "2026-10-14", countedFrom: "keys", since: "2026-09-14" };

export const endingExample = {
  ...contractRow,
  tenant_email: "ana@exemplo.com.br",
  news: "asked",
  balance: balanceExample,
  claimUntil: claimUntilExample,
  ending: {
    id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
    protocol: "EN-2026-0A1B2C3D",
    kind: "moved-out",
    asked_by: "tenant",
    asked_at: "2026-09-12T13:20:00+00:00",
    reason: null,
    keys_on: "2026-09-14",
    status: "asked",
    question: null,
    answer_until: "2026-09-17",
    waits_for: ["landlord"],
    statements: [{ side: "tenant", keysOn: "2026-09-14", statedAt: "2026-09-12T13:20:00+00:00" }],
    landlord_told_on: "2026-09-12",
    proof_at: null,
    refund: null,
  },
};

const sideNames = {
  tenant: "o locatário",
  landlord: "o locador",
  staff: "a nossa equipe",
} satisfies Record<HandoverStatementsSide, string>;

/** Says which day of the keys a side has stated last. */
function statedDay({ statements, keys_on }: Ending): string {
  const last = statements.at(-1);
  const day = last?.keysOn ?? keys_on;
  if (day === null) return "há uma nova informação";
  return `${sideNames[last?.side ?? "staff"]} informou a entrega das chaves em ${formatShortDate(day)}`;
}

export function tenantNews({ news, ending }: EndingRow): string {
  const { keys_on, answer_until, waits_for, asked_by } = ending;
  if (news === "question") return "a nossa equipe tem uma pergunta";
  if (news === "withdrawn") return "o pedido foi retirado, e o contrato continua como estava";
  if (news === "regret") return "você desistiu no prazo legal";
  if (news === "confirmed") {
    const day = keys_on === null ? "agora" : `em ${formatShortDate(keys_on)}`;
    return `a nossa equipe confirmou: o contrato termina ${day}`;
  }
  const until = answer_until === null ? "" : ` até ${formatShortDate(answer_until)}`;
  if (waits_for.includes("tenant")) {
    return `${statedDay(ending)}; se foi outro dia, informe${until} na área do cliente`;
  }
  if (news === "stated") return `${statedDay(ending)}, e a nossa equipe confere`;
  const asked =
    asked_by === "tenant"
      ? "recebemos o seu pedido"
      : `${sideNames[asked_by]} pediu o encerramento`;
  return waits_for.includes("landlord")
    ? `${asked}; o locador pode informar outro dia das chaves${until}, e depois a nossa equipe confirma`
    : `${asked}, e a nossa equipe confere`;
}

export function landlordNews({ news, ending }: EndingRow): string {
  const { keys_on, kind, asked_by } = ending;
  if (news === "withdrawn")
    return "o pedido de encerramento foi retirado, e a garantia continua como estava";
  if (news === "confirmed") {
    return keys_on === null
      ? "a nossa equipe confirmou o encerramento"
      : `a nossa equipe confirmou: a garantia termina em ${formatShortDate(keys_on)}, com a devolução das chaves`;
  }
  if (keys_on !== null) return statedDay(ending);
  return kind === "never-began"
    ? `${sideNames[asked_by]} informou que a locação não começou`
    : `${sideNames[asked_by]} pediu o cancelamento antes do início`;
}

/** Says what the landlord can do about the news: state another day, object, or claim. */
export function landlordNext(
  row: EndingRow,
  days: { proofDays: number; claimNoticeDays: number },
): string {
  const { news, ending, claimUntil } = row;
  const { answer_until, waits_for, keys_on } = ending;
  const until = answer_until === null ? "" : ` até ${formatShortDate(answer_until)}`;
  if (news === "withdrawn") return "Você não precisa fazer nada.";
  if (news === "confirmed") {
    return claimUntil
      ? `Pelo que aconteceu enquanto ela valia, você pode acionar a garantia até ${formatShortDate(claimUntil.day)}: são ${countClaimDays(claimUntil, days)}.`
      : "A garantia foi cancelada e não garante nada.";
  }
  if (waits_for.includes("landlord")) {
    return `Se foi outro dia, informe-o${until}, na página do link ou em resposta a este e-mail. Nenhum dia vale antes disso. Se está certo, você não precisa fazer nada.`;
  }
  return keys_on !== null && waits_for.includes("tenant")
    ? `O locatário pode informar outro dia${until}. Depois, a nossa equipe confirma.`
    : "A nossa equipe confere antes de confirmar. Não está certo? Responda a este e-mail.";
}

/** Says what the tenant can do about the news. */
export function tenantNext({ news, ending: { keys_on, proof_at } }: EndingRow): string {
  if (news === "withdrawn") return "Você não precisa fazer nada.";
  const receipt = "enviar o recibo das chaves na área do cliente";
  if (news === "confirmed") {
    return keys_on === null || proof_at !== null
      ? "Você não precisa fazer mais nada."
      : `Guarde as vistorias. Você ainda pode ${receipt}.`;
  }
  const withdrawal = "Até a confirmação da nossa equipe, quem pediu pode retirar o pedido";
  return keys_on === null
    ? `${withdrawal}.`
    : `A fiança vale até a devolução das chaves (Lei 8.245, art. 39). ${withdrawal}, e você pode ${receipt}.`;
}
