import { Agent } from "node:http";
import type { BackendStack } from "./backend-stack.ts";
import { contractRead } from "./contract-read.ts";
import { MOST_ROUNDS, prepareRequests } from "./applicant-requests.ts";
import type { Comparison, Figure, Sample } from "./figure.ts";
import { measure } from "./measure.ts";
import { median } from "./median.ts";
import { postFunction } from "./post-function.ts";
import { runAtOnce } from "./run-at-once.ts";

const CONNECTIONS = 16;
const CALLS = 320;
/** Limit for the 95th percentile of the call durations. */
const LIMIT_MS = 250;
/**
 * Second limit, as a multiple of the duration of a contract read. A busy machine delays all calls, so the higher of the
 * two limits applies.
 */
const TIMES_A_CONTRACT = 5;
/** Number of calls from one network address. Each endpoint in this file allows more calls in an hour. */
const PER_ADDRESS = 10;

export interface CallTimes {
  what: string;
  requestsPerSecond: number;
  p50Milliseconds: number;
  p95Milliseconds: number;
}

/**
 * Measures how long people without an account wait when they track a request, verify a letter or accept an offer. The
 * calls alternate with a tenant's reads of a contract, for comparison.
 */
export async function measureApplicantCalls(
  stack: BackendStack,
): Promise<{ figures: Figure[]; calls: CallTimes[] }> {
  const agent = new Agent({ keepAlive: true });
  const contract = await contractRead(stack);
  let asked = 0;
  const kinds = (await prepareRequests(stack)).map(({ what, name, body, seldom }) => {
    let times = 0;
    return {
      what,
      calls: seldom?.calls ?? CALLS,
      connections: seldom?.connections ?? CONNECTIONS,
      limit: seldom?.limit ?? LIMIT_MS,
      figure: `${what}, p95 ms`,
      rounds: new Array<CallTimes>(),
      call: async () => {
        const localAddress = loopback(Math.floor(asked++ / PER_ADDRESS));
        const call = { agent, name, body: body(times++), localAddress };
        const status = await postFunction(stack, call);
        if (status !== 200) throw new Error(`${name} answered ${status}.`);
      },
    };
  });
  const plain = {
    what: "a tenant's contract",
    calls: CALLS,
    connections: CONNECTIONS,
    rounds: new Array<CallTimes>(),
    call: async () => void (await (await fetch(contract.url, contract.load)).text()),
  };
  // Runs each kind of call once without counting the times, because the first calls start the edge functions.
  for (const kind of [plain, ...kinds]) await timeCalls(kind);
  for (const { rounds } of [plain, ...kinds]) rounds.length = 0;
  const figures = await measure(
    Object.fromEntries(kinds.map(({ figure }): [string, Comparison] => [figure, "<"])),
    async () => {
      const { p95Milliseconds } = await timeCalls(plain);
      const samples: [string, Sample][] = [];
      for (const kind of kinds) {
        const limit = Math.max(kind.limit, TIMES_A_CONTRACT * p95Milliseconds);
        samples.push([kind.figure, { value: (await timeCalls(kind)).p95Milliseconds, limit }]);
      }
      return Object.fromEntries(samples);
    },
    { most: MOST_ROUNDS - 1 },
  );
  agent.destroy();
  return { figures, calls: [plain, ...kinds].map(({ what, rounds }) => medians(what, rounds)) };
}

async function timeCalls(kind: {
  what: string;
  calls: number;
  connections: number;
  rounds: CallTimes[];
  call: (index: number) => Promise<void>;
}): Promise<CallTimes> {
  const round = await runAtOnce({ count: kind.calls, connections: kind.connections }, kind.call);
  const times = {
    what: kind.what,
    requestsPerSecond: round.requestsPerSecond,
    p50Milliseconds: round.medianMilliseconds,
    p95Milliseconds: round.p95Milliseconds,
  };
  kind.rounds.push(times);
  return times;
}

function medians(what: string, rounds: readonly CallTimes[]): CallTimes {
  const of = (figure: Exclude<keyof CallTimes, "what">) =>
    median(rounds.map((round) => round[figure]));
  return {
    what,
    requestsPerSecond: of("requestsPerSecond"),
    p50Milliseconds: of("p50Milliseconds"),
    p95Milliseconds: of("p95Milliseconds"),
  };
}

/**
 * Returns a loopback address of this machine, a different one for each index, because limits count
 * calls by network address.
 */
const loopback = (index: number) => `127.21.${Math.floor(index / 250) % 250}.${2 + (index % 250)}`;
