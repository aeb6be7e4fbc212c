import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

const valueSchema = z.object({ stringValue: z.string() }).transform((value) => value.stringValue);
const attributesSchema = z
  .array(z.object({ key: z.string(), value: valueSchema }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value])));
/** What OTLP says in JSON of log records. */
const logsSchema = z.object({
  resourceLogs: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeLogs: z.array(
        z.object({
          logRecords: z.array(
            z.object({
              severityNumber: z.number(),
              severityText: z.string(),
              timeUnixNano: z.string(),
              body: valueSchema,
              attributes: attributesSchema,
            }),
          ),
        }),
      ),
    }),
  ),
});

/** One error as it arrived. */
export interface CollectedError {
  path: string | undefined;
  headers: Record<string, unknown>;
  resource: Record<string, string>;
  severity: [number: number, text: string];
  body: string;
  attributes: Record<string, string>;
}

/** An OpenTelemetry collector that keeps what it is sent as JSON, on a free port or on `port`. */
export async function startErrorCollector(port = 0) {
  const errors: CollectedError[] = [];
  const server = createServer(async (request, response) => {
    const { resourceLogs } = logsSchema.parse(await json(request));
    const { url: path, headers } = request;
    for (const { resource, scopeLogs } of resourceLogs) {
      for (const record of scopeLogs.flatMap(({ logRecords }) => logRecords)) {
        const { severityNumber, severityText, body, attributes } = record;
        const severity: CollectedError["severity"] = [severityNumber, severityText];
        errors.push({ path, headers, resource: resource.attributes, severity, body, attributes });
      }
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The port has no number");
  return {
    url: `http://127.0.0.1:${address.port}`,
    errors,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
