export interface Sample {
  value: number;
  /** Limit of the value: fixed, or measured at the same moment as the value. */
  limit: number;
}

export type Comparison = "<" | "<=" | ">=" | "=";

/** Measured value with its samples, and how the value must compare with its limit (design/web-performance). */
export interface Figure {
  name: string;
  comparison: Comparison;
  samples: readonly Sample[];
}

/** Part of the report: figures with limits, and sections of text. */
export interface BenchPart {
  figures: Figure[];
  sections: string[];
}

export type Verdict = "ok" | "over" | "undecided";

/** Rate of wrong judgements: a figure whose true value equals its limit is judged "over" in one of `ONE_IN` runs. */
const ONE_IN = 20;

/**
 * Returns "over" when the samples miss their limits more often than chance explains (sign test). The sign test ignores
 * the size of a miss, so a single stall of the machine cannot decide. A single sample is a count and needs no test.
 */
export function judge({ comparison, samples }: Figure): Verdict {
  const over = samples.filter((sample) => !isWithin(sample, comparison)).length;
  if (over * 2 <= samples.length) return "ok";
  if (samples.length === 1) return "over";
  return chanceOfHeads(samples.length, over) < 1 / ONE_IN ? "over" : "undecided";
}

function isWithin({ value, limit }: Sample, comparison: Comparison): boolean {
  switch (comparison) {
    case "<":
      return value < limit;
    case "<=":
      return value <= limit;
    case ">=":
      return value >= limit;
    case "=":
      return value === limit;
  }
}

/** Returns the probability of at least `heads` heads in `tosses` tosses of a coin. */
function chanceOfHeads(tosses: number, heads: number): number {
  let ways = 1;
  let sum = 0;
  for (let atLeast = tosses; atLeast >= heads; atLeast -= 1) {
    sum += ways;
    ways = (ways * atLeast) / (tosses - atLeast + 1);
  }
  return sum / 2 ** tosses;
}

/** Returns a figure with a single sample, for a value that does not depend on the machine (for example bytes). */
export function count(name: string, value: number, comparison: Comparison, limit: number): Figure {
  return { name, comparison, samples: [{ value, limit }] };
}
