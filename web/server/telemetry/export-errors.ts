import type { ServerEnv } from "../../config/server-env.ts";
import {
  type LogDetails,
  followProblems,
  innermostCause,
  logLine,
  reasonOf,
} from "../../config/log.ts";

/** Time for which errors are collected, to be sent together. */
const BATCH_MS = 1_000;
/** Timeout of sending errors. A stopping process waits at most this long. */
const TIMEOUT_MS = 1_500;
/** Maximum number of errors that wait to be sent. Errors above this number are only logged. */
const MOST_WAITING = 256;
const NAME = "payser-site";

type CollectorEnv = Pick<ServerEnv, Extract<keyof ServerEnv, `OTEL_${string}`>>;

/**
 * Sends logged errors to the OpenTelemetry collector (OTLP over HTTP, JSON), if one is configured. Errors that cannot
 * be sent are dropped, with one log line per outage. Returns a function that sends the waiting errors.
 */
export function exportErrors({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: headers,
  OTEL_RESOURCE_ATTRIBUTES: attributes,
  OTEL_SERVICE_NAME: service = attributes["service.name"] ?? NAME,
}: CollectorEnv): () => Promise<void> {
  if (endpoint === undefined) return () => Promise.resolve();
  const url = `${endpoint.replace(/\/$/, "")}/v1/logs`;
  const resource = { attributes: attributesOf({ ...attributes, "service.name": service }) };
  const waiting: object[] = [];
  let timer: NodeJS.Timeout | undefined;
  let deliveries: Promise<unknown> = Promise.resolve();
  let isFailing = false;

  async function deliver(logRecords: readonly object[]): Promise<void> {
    const scopeLogs = [{ scope: { name: NAME }, logRecords }];
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs }] }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // The answer must be read before the connection can be used for another call.
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`status ${response.status}`);
      isFailing = false;
    } catch (error) {
      const reason = reasonOf(innermostCause(error));
      if (!isFailing) logLine("warn", "error-export-failed", { reason });
      isFailing = true;
    }
  }

  async function deliverWaiting(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const records = waiting.splice(0);
    if (records.length > 0) deliveries = Promise.all([deliveries, deliver(records)]);
    await deliveries;
  }

  followProblems((level, event, details) => {
    if (level !== "error" || waiting.length >= MOST_WAITING) return;
    waiting.push(recordOf(event, details));
    timer ??= setTimeout(() => void deliverWaiting(), BATCH_MS).unref();
  });
  return deliverWaiting;
}

function recordOf(event: string, { reason, stack, ...details }: LogDetails) {
  const timeUnixNano = `${Date.now()}000000`;
  return {
    timeUnixNano,
    observedTimeUnixNano: timeUnixNano,
    severityNumber: 17,
    severityText: "error",
    body: { stringValue: event },
    attributes: attributesOf({
      ...details,
      "exception.message": reason,
      "exception.stacktrace": stack,
    }),
  };
}

function attributesOf(details: LogDetails) {
  return Object.entries(details).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: typedValue(value) }],
  );
}

function typedValue(value: string | number | boolean) {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
}
