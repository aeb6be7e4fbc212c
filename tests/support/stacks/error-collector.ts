import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

const valueSchema = z.object({ stringValue: z.string() }).transform((value) => value.stringValue);
const attributesSchema = z
  .array(z.object({ key: z.string(), value: valueSchema }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value])));
/** OTLP's JSON format for log records. */
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

/** Error that the collector has received. */
export interface CollectedError {
  path: string | undefined;
  headers: Record<string, unknown>;
  resource: Record<string, string>;
  severity: [number: number, text: string];
  body: string;
  attributes: Record<string, string>;
}

/** Starts an OpenTelemetry collector on a free port. The collector keeps errors that it receives as JSON. */
export async function startErrorCollector() {
  const errors: CollectedError[] = [];
  let [takes, refused] = [true, 0];
  const server = createServer(async (request, response) => {
    const { resourceLogs } = logsSchema.parse(await json(request));
    if (!takes) {
      refused += 1;
      response.writeHead(500).end();
      return;
    }
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
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The port has no number");
  return {
    url: `http://127.0.0.1:${address.port}`,
    errors,
    /** Sets whether the collector accepts deliveries or answers them with status 500. */
    take: (next: boolean) => void (takes = next),
    /** Returns the number of refused deliveries. */
    refused: () => refused,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
