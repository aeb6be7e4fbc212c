import autocannon from "autocannon";

export interface Throughput {
  requestsPerSecond: number;
  p99Milliseconds: number;
}

/** Requests of one address at 32 connections for a few seconds. @throws when any of them fails. */
export async function measureThroughput(url: string): Promise<Throughput> {
  const result = await autocannon({
    url,
    connections: 32,
    duration: 5,
    headers: { "accept-encoding": "br" },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refusals and ${result.errors} errors under load`);
  }
  return { requestsPerSecond: result.requests.average, p99Milliseconds: result.latency.p99 };
}
