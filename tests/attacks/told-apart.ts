import type { Answer, Probe, Sender } from "./probe.ts";

/** An answer without what differs by the moment, and how long it took. */
export interface Sample {
  shown: string;
  milliseconds: number;
}

const ofTheMoment = new Set(["date", "x-request-id", "connection", "keep-alive", "content-length"]);

/** Sends a probe and keeps what a stranger could compare. */
export async function sampleOf(sender: Sender, probe: Probe): Promise<Sample> {
  const began = performance.now();
  const answer = await sender.send(probe);
  return { shown: shownOf(answer), milliseconds: performance.now() - began };
}

function shownOf({ status, headers, body }: Answer): string {
  const shown = Object.entries(headers).filter(([name]) => !ofTheMoment.has(name));
  return JSON.stringify({ status, headers: Object.fromEntries(shown), body });
}

/**
 * How well times tell two groups apart: the chance that one of the first is longer than one of the
 * second. 0.5 is a coin, 0 and 1 are certainty.
 */
export function areaUnderCurve(first: readonly Sample[], second: readonly Sample[]): number {
  const wins = first.flatMap(({ milliseconds: a }) =>
    second.map(({ milliseconds: b }) => (a === b ? 0.5 : Number(a > b))),
  );
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}

/** The different things that were shown, each once. */
export const shownIn = (samples: readonly Sample[]): string[] =>
  [...new Set(samples.map(({ shown }) => shown))].toSorted();
