import { type Comparison, type Figure, judge, type Sample } from "./figure.ts";

interface Effort {
  /** Samples that every figure gets. */
  least?: number;
  /** Samples after which a figure that is still undecided stays so. */
  most?: number;
}

/**
 * Samples some figures together, and goes on for as long as one of them seems over its limit but
 * may owe that to the machine.
 */
export async function measure<Name extends string>(
  comparisons: Record<Name, Comparison>,
  takeSamples: () => Promise<Record<NoInfer<Name>, Sample>>,
  { least = 3, most = 15 }: Effort = {},
): Promise<Figure[]> {
  const figures = Object.entries<Comparison>(comparisons).map(([name, comparison]) => ({
    name,
    comparison,
    samples: new Array<Sample>(),
  }));
  for (let taken = 0; taken < most; taken += 1) {
    if (taken >= least && !figures.some((figure) => judge(figure) === "undecided")) break;
    const samples = new Map(Object.entries<Sample>(await takeSamples()));
    for (const figure of figures) {
      const sample = samples.get(figure.name);
      if (sample) figure.samples.push(sample);
    }
  }
  return figures;
}
