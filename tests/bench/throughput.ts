import autocannon from "autocannon";
import { median } from "./median.ts";

export interface Throughput {
  requestsPerSecond: number;
  p99Milliseconds: number;
}

export interface Load {
  connections?: number;
  headers?: Record<string, string>;
  /** Request bodies that are posted in turn. When absent, the request method is GET. */
  bodies?: readonly string[];
}

/** Requests one URL for a few seconds over several connections. @throws when any HTTP request fails. */
export async function measureThroughput(
  url: string,
  { connections = 32, headers = { "accept-encoding": "br" }, bodies }: Load = {},
): Promise<Throughput> {
  const result = await autocannon({
    url,
    connections,
    duration: 4,
    headers,
    ...(bodies && { requests: bodies.map((body) => ({ method: "POST" as const, body })) }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals and ${result.errors} errors under load`);
  }
  return { requestsPerSecond: result.requests.average, p99Milliseconds: result.latency.p99 };
}

/** Returns the median of each figure over several rounds. */
export function medianThroughput(rounds: readonly Throughput[]): Throughput {
  const of = (figure: keyof Throughput) => median(rounds.map((round) => round[figure]));
  return {
    requestsPerSecond: of("requestsPerSecond"),
    p99Milliseconds: of("p99Milliseconds"),
  };
}

/** Returns the figures as a short text for a table or a sentence. */
export function describeThroughput({ requestsPerSecond, p99Milliseconds }: Throughput): string {
  return `${Math.round(requestsPerSecond)} req/s, p99 ${Math.round(p99Milliseconds)} ms`;
}
