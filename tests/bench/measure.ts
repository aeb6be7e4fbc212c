import { type Comparison, type Figure, judge, type Sample } from "./figure.ts";

interface Effort {
  /** Minimum number of samples per figure. */
  least?: number;
  /** Maximum number of samples per figure, even while a figure is undecided. */
  most?: number;
}

/**
 * Takes samples of several figures together. Sampling continues while a figure seems to be over its limit but chance
 * may still explain the excess.
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
