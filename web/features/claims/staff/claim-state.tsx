import { useState } from "react";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { describeCaseEvents } from "#contracts/claims/case-events.ts";
import { type ClaimSide, type ClaimStage, claimStageTitles } from "#contracts/claims/claims.ts";
import type { ClaimDetail } from "#contracts/claims/claim-staff.ts";
import { daysUntil } from "../../../formats/dates.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { StatusBadge, type StatusTone } from "../../../ui/feedback/states.tsx";

const tones: Record<ClaimStage, StatusTone> = {
  evidence: "neutral",
  hearing: "neutral",
  replying: "neutral",
  wanted: "neutral",
  deciding: "waiting",
  second: "waiting",
  review: "waiting",
  decided: "waiting",
  paid: "good",
  refused: "neutral",
  withdrawn: "neutral",
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

/**
 * Keeps the version of a claim that a form was opened with. Until the person has seen what changed since, the form sends
 * the old version and the server refuses it. `notice` says what changed.
 */
export function useSeenVersion({ version, events }: ClaimDetail) {
  const [seen, see] = useState(version);
  const news =
    version > seen
      ? describeCaseEvents(events.filter(({ what }) => what !== "silent").slice(seen))
      : [];
  const notice = news.length > 0 && (
    <div className="grid gap-2 rounded-md bg-amber-100 p-4 text-sm">
      <p className="font-semibold">O pedido mudou enquanto você escrevia:</p>
      <ul className="list-disc ps-5">
        {news.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
      <p>O que você escreveu continua aqui.</p>
      <Button className="btn-outline btn-sm justify-self-start" onClick={() => see(version)}>
        Já conferi as mudanças
      </Button>
    </div>
  );
  return { seen, see, notice };
}
