import { Counter, Gauge, Registry } from "prom-client";
import * as z from "zod/mini";
import { readAnswer } from "../../backend/call-function.ts";
import { logLine, reasonOf } from "../../config/log.ts";

/** Maximum wait for the backend's figures. Prometheus waits 10 s for the backend's and the site's figures together. */
const DEADLINE_MS = 3_000;
/**
 * Time for which the backend's metrics are reused. Each call counts towards the quota of the backend's plan, and two
 * servers of the site make 43,200 calls a month.
 */
const FRESH_MS = 120_000;

export interface WatchedBackend {
  url: string;
  publishableKey: string;
  /** Key that only allows reading these figures. */
  metricsKey: string;
}

const moment = z.iso.datetime({ offset: true });

/** Answer of the edge function `read-metrics`. */
const answerSchema = z.object({
  mailWaiting: z.number(),
  mailWaitingSince: z.nullable(moment),
  mailParked: z.number(),
  mailRefused: z.number(),
  documentsWaiting: z.number(),
  documentsWaitingSince: z.nullable(moment),
  documentsParked: z.number(),
  overdue: z.record(z.string(), z.number()),
  unbalancedContracts: z.number(),
  functionFailures: z.record(z.string(), z.number()),
  lastRuns: z.record(z.string(), moment),
  signInsFailed: z.number(),
  databaseBytes: z.number(),
  connections: z.number(),
  mostConnections: z.number(),
});

type Answer = z.output<typeof answerSchema>;

/**
 * Creates a reader of backend metrics, which may be two minutes old. When the backend does not answer, the reader
 * returns only `payser_backend_up 0` and logs once per outage.
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
      help: "1 when the backend answered; the metrics below are missing otherwise",
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
    "Age in seconds of the oldest mail that is due; 0 when none is",
    secondsSince(answer.mailWaitingSince),
  );
  gauge("payser_mail_parked", "Mails that were not delivered after all retries", answer.mailParked);
  gauge(
    "payser_mail_refused",
    "Mails whose recipient's address was refused; staff correct or dismiss them",
    answer.mailRefused,
  );
  gauge("payser_documents_waiting", "Contracts and letters in the queue", answer.documentsWaiting);
  gauge(
    "payser_documents_waiting_seconds",
    "Age in seconds of the oldest queued document; 0 when the queue is empty",
    secondsSince(answer.documentsWaitingSince),
  );
  gauge(
    "payser_documents_parked",
    "Contracts and letters that failed after all retries",
    answer.documentsParked,
  );
  gauge(
    "payser_unbalanced_contracts",
    "Contracts whose payments do not balance; 0 unless rows were changed by hand",
    answer.unbalancedContracts,
  );
  gauge("payser_sign_ins_failed", "Failed sign-ins in the last 15 minutes", answer.signInsFailed);
  gauge("payser_database_bytes", "Size of the database", answer.databaseBytes);
  gauge("payser_database_connections", "Open connections to the database", answer.connections);
  gauge(
    "payser_database_connections_most",
    "Maximum number of connections to the database",
    answer.mostConnections,
  );
  const runs = new Gauge({
    name: "payser_last_run_seconds",
    help: "Seconds since each scheduled job last ran",
    labelNames: ["work"] as const,
    registers,
  });
  for (const [work, at] of Object.entries(answer.lastRuns)) runs.set({ work }, secondsSince(at));
  const overdue = new Gauge({
    name: "payser_overdue",
    help: "Number of overdue items after a signature, by kind",
    labelNames: ["work"] as const,
    registers,
  });
  for (const [work, count] of Object.entries(answer.overdue)) overdue.set({ work }, count);
  const failures = new Counter({
    name: "payser_function_failures_total",
    help: "5xx answers by edge function",
    labelNames: ["function"] as const,
    registers,
  });
  for (const [name, count] of Object.entries(answer.functionFailures)) {
    failures.inc({ function: name }, count);
  }
}

/** Returns the seconds since a time, never negative, because the clocks of site and backend may differ. */
function secondsSince(time: string | null): number {
  return time === null ? 0 : Math.max(0, (Date.now() - Date.parse(time)) / 1_000);
}
