import { createServer } from "node:http";
import { collectDefaultMetrics, type Registry } from "prom-client";
import { logLine, reasonOf } from "../../config/log.ts";
import type { Metrics } from "./metrics.ts";

interface MetricsSettings {
  port: number;
  host: string;
  /** Figures that are fetched for each scrape, beside those of this copy; it never fails. */
  others: (() => Promise<Registry>) | undefined;
}

/** Answers Prometheus on a port of its own, which no visitor reaches; gives what ends it. */
export function serveMetrics(
  { registry }: Metrics,
  { port, host, others }: MetricsSettings,
): () => void {
  collectDefaultMetrics({ register: registry });
  const read = async () => {
    const fetched = await others?.();
    return [await registry.metrics(), await fetched?.metrics()].join("");
  };
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      (error: unknown) => {
        logLine("error", "metrics-failed", { reason: reasonOf(error) });
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port, host, () => logLine("info", "metrics", { port, host }));
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
