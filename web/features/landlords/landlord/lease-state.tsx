import { formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import type { LeaseLine, LetterState } from "#contracts/landlords/landlord.ts";
import { type letterEndingSchema, wordsOfLetterEnding } from "#contracts/leases/letters.ts";
import type * as z from "zod/mini";
import type { LandlordAreaQueryResult } from "../../../content/sanity.types.ts";
import { StatusBadge, type StatusTone } from "../../../ui/feedback/states.tsx";

/** Texts of the page /locador. */
export type LandlordAreaTexts = NonNullable<LandlordAreaQueryResult>;

const looks: Record<
  LetterState,
  { text: keyof NonNullable<LandlordAreaTexts["states"]>; tone: StatusTone }
> = {
  in_force: { text: "inForce", tone: "good" },
  upcoming: { text: "upcoming", tone: "waiting" },
  awaiting_payment: { text: "awaitingPayment", tone: "waiting" },
  ended: { text: "ended", tone: "neutral" },
  revoked: { text: "revoked", tone: "bad" },
};

interface Dated {
  state: LetterState;
  startDate?: string | undefined;
  endDate: string;
  ending?: z.output<typeof letterEndingSchema> | undefined;
  /** Day of an early end or revocation. */
  closedOn?: string | undefined;
}

/** Returns badge and explanation of a lease or of one of its letters, with their days. */
export function sayLeaseState(
  { state, startDate, endDate, ending, closedOn }: Dated,
  { states }: Pick<LandlordAreaTexts, "states">,
) {
  const words = states?.[ending ? wordsOfLetterEnding[ending] : looks[state].text];
  if (!words) return null;
  const days = {
    start: startDate === undefined ? "" : formatShortDate(startDate),
    end: formatShortDate(endDate),
    closed: formatShortDate(closedOn ?? endDate),
    replaced: "",
  };
  return {
    badge: fillVariables(words.badge, days),
    explanation: fillVariables(words.explanation, days),
  };
}

/** Shows the state of a lease or of one of its letters. */
export function LeaseBadge({ of, texts }: { of: Dated; texts: LandlordAreaTexts }) {
  const said = sayLeaseState(of, texts);
  return said && <StatusBadge tone={looks[of.state].tone}>{said.badge}</StatusBadge>;
}

/** Returns the task of the landlord in a lease, with its last day; empty without a task. */
export function sayTask(
  { waitsFor, until }: Pick<LeaseLine, "waitsFor" | "until">,
  { tasks }: Pick<LandlordAreaTexts["list"], "tasks">,
): string {
  if (!waitsFor) return "";
  return fillVariables(tasks[waitsFor], { until: until ? formatShortDate(until) : "" });
}
