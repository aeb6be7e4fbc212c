import { SeverityNumber } from "@opentelemetry/api-logs";
import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchLogRecordProcessor,
  LoggerProvider,
  type LogRecordExporter,
} from "@opentelemetry/sdk-logs";
import { followProblems, logLine, reasonOf } from "../../config/log.ts";

/** Of a whole delivery with its repetition; a process that ends waits for no more than two. */
const DEADLINE_MS = 1_500;
/** What is kept for a collector that is away; later errors are in the log alone. */
const MOST_KEPT = 256;

/**
 * Sends every error that is logged to an OpenTelemetry collector, as one more record of what the log says.
 * Where to, as whom and with which headers the standard variables say (OTEL_EXPORTER_OTLP_…,
 * OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES). Gives what sends the last of them and ends it.
 */
export function exportErrors(): () => Promise<void> {
  const provider = new LoggerProvider({
    resource: resourceFromAttributes({ "service.name": "payser-site" }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    processors: [
      new BatchLogRecordProcessor({
        exporter: tellOnce(new OTLPLogExporter({ timeoutMillis: DEADLINE_MS })),
        maxQueueSize: MOST_KEPT,
        maxExportBatchSize: MOST_KEPT,
        exportTimeoutMillis: DEADLINE_MS,
      }),
    ],
  });
  const logger = provider.getLogger("payser-site");
  followProblems((level, event, { reason, stack, ...details }) => {
    if (level !== "error") return;
    const told = { ...details, "exception.message": reason, "exception.stacktrace": stack };
    logger.emit({
      severityNumber: SeverityNumber.ERROR,
      severityText: "error",
      body: event,
      // Such as the request's id, where an error belongs to none.
      attributes: Object.fromEntries(
        Object.entries(told).filter(([, value]) => value !== undefined),
      ),
    });
  });
  return () => provider.shutdown();
}

/** The exporter, whose failures are one line in the log until a delivery succeeds. */
function tellOnce(exporter: LogRecordExporter): LogRecordExporter {
  let isTold = false;
  return {
    export(records, done) {
      exporter.export(records, (result) => {
        if (result.error && !isTold) {
          logLine("warn", "error-export-failed", { reason: reasonOf(result.error) });
        }
        isTold = result.error !== undefined;
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
