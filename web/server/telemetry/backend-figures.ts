import { Counter, Gauge, Registry } from "prom-client";
import * as z from "zod/mini";
import { readAnswer } from "../../backend/call-function.ts";
import { logLine, reasonOf } from "../../config/log.ts";

/** Well under what Prometheus waits for a scrape (10 s), whose other figures come with these. */
const DEADLINE_MS = 3_000;
/** Each asking is a call of a function, which the plan counts: two copies make 43,200 of them a month. */
const FRESH_MS = 120_000;

export interface WatchedBackend {
  url: string;
  publishableKey: string;
  /** Lets its holder read these figures, and nothing else. */
  metricsKey: string;
}

const moment = z.iso.datetime({ offset: true });

/** What the function `read-metrics` tells. */
const answerSchema = z.object({
  mailWaiting: z.number(),
  mailWaitingSince: z.nullable(moment),
  mailParked: z.number(),
  documentsWaiting: z.number(),
  documentsWaitingSince: z.nullable(moment),
  documentsParked: z.number(),
  claimsOverdue: z.number(),
  functionFailures: z.record(z.string(), z.number()),
  lastRuns: z.record(z.string(), moment),
  signInsFailed: z.number(),
  databaseBytes: z.number(),
  connections: z.number(),
  mostConnections: z.number(),
});

type Answer = z.output<typeof answerSchema>;

/**
 * Gives what tells the backend's figures whenever somebody asks for them, which are two minutes old at most;
 * for how long something waits is counted to this moment. It never fails: a backend that does not answer
 * in time is `payser_backend_up 0`, without the rest, and one line in the log; it is asked again the next time.
 */
export function createBackendFigures(
  backend: WatchedBackend,
  now: () => number = Date.now,
): () => Promise<Registry> {
  let wasUp = true;
  let kept: { answer: Answer; at: number } | undefined;
  return async () => {
    const registry = new Registry();
    const up = new Gauge({
      name: "payser_backend_up",
      help: "1 when the backend told what follows; without it nothing of that is known",
      registers: [registry],
    });
    try {
      if (!kept || now() - kept.at >= FRESH_MS) {
        kept = undefined;
        kept = { answer: await readMetrics(backend), at: now() };
      }
      up.set(1);
      addFigures(registry, kept.answer);
      wasUp = true;
    } catch (error) {
      if (wasUp) logLine("warn", "backend-figures-missing", { reason: reasonOf(error) });
      wasUp = false;
    }
    return registry;
  };
}

async function readMetrics({ url, publishableKey, metricsKey }: WatchedBackend): Promise<Answer> {
  const response = await fetch(`${url}/functions/v1/read-metrics`, {
    method: "POST",
    headers: {
      apikey: publishableKey,
      "x-metrics-key": metricsKey,
      "content-type": "application/json",
    },
    body: "{}",
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return readAnswer(await response.json(), answerSchema);
}

function addFigures(registry: Registry, answer: Answer): void {
  const registers = [registry];
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name, help, registers }).set(value);
  gauge("payser_mail_waiting", "Mails in the queue", answer.mailWaiting);
  gauge(
    "payser_mail_waiting_seconds",
    "For how long the oldest of those that should have gone waits; 0 when none does",
    secondsSince(answer.mailWaitingSince),
  );
  gauge("payser_mail_parked", "Mails that were given up", answer.mailParked);
  gauge("payser_documents_waiting", "Contracts and letters to be made", answer.documentsWaiting);
  gauge(
    "payser_documents_waiting_seconds",
    "For how long the oldest of them waits; 0 when none does",
    secondsSince(answer.documentsWaitingSince),
  );
  gauge("payser_documents_parked", "Contracts and letters given up", answer.documentsParked);
  gauge("payser_claims_overdue", "Claims that staff let pass their day", answer.claimsOverdue);
  gauge("payser_sign_ins_failed", "Sign-ins that failed in 15 minutes", answer.signInsFailed);
  gauge("payser_database_bytes", "Size of the database", answer.databaseBytes);
  gauge("payser_database_connections", "Connections to it", answer.connections);
  gauge("payser_database_connections_most", "How many it takes", answer.mostConnections);
  const runs = new Gauge({
    name: "payser_last_run_seconds",
    help: "For how long each piece of work that the clock asks for has not been done",
    labelNames: ["work"] as const,
    registers,
  });
  for (const [work, at] of Object.entries(answer.lastRuns)) runs.set({ work }, secondsSince(at));
  const failures = new Counter({
    name: "payser_function_failures_total",
    help: "How often each edge function has answered 5xx",
    labelNames: ["function"] as const,
    registers,
  });
  for (const [name, count] of Object.entries(answer.functionFailures)) {
    failures.inc({ function: name }, count);
  }
}

/** The two clocks may differ a little. */
function secondsSince(time: string | null): number {
  return time === null ? 0 : Math.max(0, (Date.now() - Date.parse(time)) / 1_000);
}
