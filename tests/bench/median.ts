/** Returns the middle value; for an even number of values, the higher of the two middle values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the value below which a share (0 to 1) of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  const value = sorted[index];
  if (value === undefined) throw new Error("There is nothing to take the median of.");
  return value;
}
