export interface Sample {
  value: number;
  /** What the value is held against, fixed or measured in the same moment. */
  limit: number;
}

export type Comparison = "<" | "<=" | ">=" | "=";

/** What is measured, and how it is to compare with its limit (design/web-performance). */
export interface Figure {
  name: string;
  comparison: Comparison;
  samples: readonly Sample[];
}

/** Figures under budgets, and what is told beside them. */
export interface BenchPart {
  figures: Figure[];
  sections: string[];
}

export type Verdict = "ok" | "over" | "undecided";

/** Of a figure that is exactly at its limit, one in so many would be called over. */
const ONE_IN = 20;

/**
 * A figure is over when its samples are on the wrong side of their limits more often than tosses of
 * a coin would be (sign test): a machine that stalls now and then does not make it so. A figure
 * with one sample is a count that no machine changes.
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

/** How likely so many tosses of a coin give at least so many heads. */
function chanceOfHeads(tosses: number, heads: number): number {
  let ways = 1;
  let sum = 0;
  for (let atLeast = tosses; atLeast >= heads; atLeast -= 1) {
    sum += ways;
    ways = (ways * atLeast) / (tosses - atLeast + 1);
  }
  return sum / 2 ** tosses;
}

/** Something that no machine changes, such as bytes: one look at it is enough. */
export function count(name: string, value: number, comparison: Comparison, limit: number): Figure {
  return { name, comparison, samples: [{ value, limit }] };
}
