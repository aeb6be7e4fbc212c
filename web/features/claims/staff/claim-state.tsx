import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { type ClaimSide, type ClaimStage, claimStageTitles } from "#contracts/claims/claims.ts";
import { daysUntil } from "../../../formats/dates.ts";
import { StatusBadge, type StatusTone } from "../../../ui/feedback/states.tsx";

const tones: Record<ClaimStage, StatusTone> = {
  hearing: "neutral",
  wanted: "neutral",
  deciding: "waiting",
  second: "waiting",
  decided: "waiting",
  paid: "good",
  refused: "neutral",
  withdrawn: "neutral",
  appealed: "waiting",
};

/** Shows the stage of a claim, and that it is overdue, whatever its stage. */
export function ClaimStatus({ stage, isOverdue }: { stage: ClaimStage; isOverdue: boolean }) {
  const title = stage === "second" ? "Segunda conferência" : claimStageTitles[stage];
  if (isOverdue) return <StatusBadge tone="bad">Atrasado: {title}</StatusBadge>;
  return <StatusBadge tone={tones[stage]}>{title}</StatusBadge>;
}

const holders: Record<ClaimSide, string> = {
  landlord: "com o locador",
  tenant: "com o locatário",
  staff: "com a equipe",
};

/**
 * Says who must act until `until` (YYYY-MM-DD): com a equipe até 30/11/2026 (faltam 5 dias). Returns "" when nobody has
 * to act.
 */
export function describeTurn(
  turn: ClaimSide | null | undefined,
  until: string | null | undefined,
  isOverdue: boolean,
  today = todayInBrasilia(),
): string {
  if (!turn) return "";
  if (!until) return holders[turn];
  const day = formatShortDate(until);
  if (isOverdue) return `${holders[turn]}, atrasado desde ${day}`;
  const left = daysUntil(until, today);
  const near = left === 0 ? "hoje" : left === 1 ? "falta 1 dia" : `faltam ${left} dias`;
  return `${holders[turn]} até ${day} (${near})`;
}
