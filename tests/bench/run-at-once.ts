import { median, quantile } from "./median.ts";
import type { Throughput } from "./throughput.ts";

/** Calls `work` with the numbers 0 to `count` - 1, at most `connections` calls at the same time. */
export async function runAtOnce<Result>(
  { count, connections }: { count: number; connections: number },
  work: (index: number) => Promise<Result>,
): Promise<
  Throughput & { results: Result[]; medianMilliseconds: number; p95Milliseconds: number }
> {
  const results: Result[] = [];
  const milliseconds: number[] = [];
  let next = 0;
  async function connection(): Promise<void> {
    while (next < count) {
      const index = next++;
      const began = performance.now();
      results[index] = await work(index);
      milliseconds.push(performance.now() - began);
    }
  }
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, connection));
  const seconds = (performance.now() - began) / 1_000;
  return {
    results,
    requestsPerSecond: count / seconds,
    medianMilliseconds: median(milliseconds),
    p95Milliseconds: quantile(milliseconds, 0.95),
    p99Milliseconds: quantile(milliseconds, 0.99),
  };
}
