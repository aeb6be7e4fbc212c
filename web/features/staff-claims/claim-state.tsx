import { type ReactNode, useId } from "react";
import {
  formatShortDate,
  todayInBrasilia,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import {
  type ClaimSide,
  type ClaimStage,
  claimStageTitles,
} from "../../../supabase/functions/_shared/contracts/guarantee/claims.ts";
import { daysUntil } from "../../formats/dates.ts";
import { StatusBadge, type StatusTone } from "../../ui/feedback/states.tsx";

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

interface ClaimStatusProps {
  stage: ClaimStage;
  isOverdue: boolean;
}

/** Where a claim stands; what is late says so, whatever it is. */
export function ClaimStatus({ stage, isOverdue }: ClaimStatusProps) {
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
 * Who has to act and until when: com a equipe até 30/11/2026 (faltam 5 dias); empty once nobody has.
 * `until` is a day, YYYY-MM-DD.
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

/** A titled part of a claim's sheet. */
export function ClaimPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 border-b border-sand-200 pb-2 text-base">
        {title}
      </h3>
      {children}
    </section>
  );
}
