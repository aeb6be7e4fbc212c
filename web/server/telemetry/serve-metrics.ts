import { createServer } from "node:http";
import { collectDefaultMetrics } from "prom-client";
import { logLine, reasonOf } from "../../config/log.ts";
import type { Metrics } from "./metrics.ts";

/** Answers Prometheus on a port of its own, which no visitor reaches; gives what ends it. */
export function serveMetrics({ registry }: Metrics, port: number, host: string): () => void {
  collectDefaultMetrics({ register: registry });
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
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
