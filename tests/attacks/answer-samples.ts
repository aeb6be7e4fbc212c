import type { Answer, Probe, Sender } from "./probe.ts";

/** Duration of an answer, and the answer without the parts that change from call to call. */
export interface Sample {
  shown: string;
  milliseconds: number;
}

const volatileHeaders = new Set([
  "date",
  "x-request-id",
  "connection",
  "keep-alive",
  "content-length",
]);

/** Sends a probe and returns the parts of its answer that a stranger could compare with another answer. */
export async function sampleOf(sender: Sender, probe: Probe): Promise<Sample> {
  const began = performance.now();
  const answer = await sender.send(probe);
  return { shown: shownOf(answer), milliseconds: performance.now() - began };
}

function shownOf({ status, headers, body }: Answer): string {
  const shown = Object.entries(headers).filter(([name]) => !volatileHeaders.has(name));
  return JSON.stringify({ status, headers: Object.fromEntries(shown), body });
}

/**
 * Returns the probability that a time of the first group is longer than a time of the second group. 0.5 means that
 * times do not tell the groups apart; 0 or 1 means that times always do.
 */
export function areaUnderCurve(first: readonly Sample[], second: readonly Sample[]): number {
  const wins = first.flatMap(({ milliseconds: a }) =>
    second.map(({ milliseconds: b }) => (a === b ? 0.5 : Number(a > b))),
  );
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}

/** Returns the distinct answers among some samples. */
export const shownIn = (samples: readonly Sample[]): string[] =>
  [...new Set(samples.map(({ shown }) => shown))].toSorted();
