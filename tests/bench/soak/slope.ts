/** Measurements over time: `at` in milliseconds and the measured value. */
export type Series = readonly { at: number; value: number }[];

const HOUR_MS = 3_600_000;

/** Returns the growth of a series per hour by the method of least squares; 0 for fewer than two measurements. */
export function slopePerHour(series: Series): number {
  const mean = (of: (point: Series[number]) => number) =>
    series.reduce((sum, point) => sum + of(point), 0) / series.length;
  const [at, value] = [mean((point) => point.at), mean((point) => point.value)];
  let covariance = 0;
  let variance = 0;
  for (const point of series) {
    covariance += (point.at - at) * (point.value - value);
    variance += (point.at - at) ** 2;
  }
  return variance > 0 ? (covariance / variance) * HOUR_MS : 0;
}
