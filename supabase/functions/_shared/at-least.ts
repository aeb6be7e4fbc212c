import type { Parts } from "./parts.ts";

/**
 * Runs `work` and settles no sooner than `milliseconds` after the start, so that the time of
 * an answer does not tell which way it went.
 */
export async function atLeast<Result>(
  { now, wait }: Pick<Parts, "now" | "wait">,
  milliseconds: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const started = now();
  try {
    return await work();
  } finally {
    await wait(Math.max(0, started + milliseconds - now()));
  }
}
