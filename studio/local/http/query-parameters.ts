import { z } from "zod";
import { malformed } from "./api-error.ts";
import { type RequestContext } from "./endpoint.ts";
import { parseJson, readJson } from "./read-body.ts";

const bodySchema = z.object({
  query: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
});

export interface QueryRequest {
  query: string;
  parameters: Record<string, unknown>;
}

/** The query and its parameters (`$name` holds JSON) from the URL or, for POST, the body. */
export async function readQuery(context: RequestContext): Promise<QueryRequest> {
  if (context.req.method === "POST") {
    const { query, params } = await readJson(context.req.raw, bodySchema);
    return { query, parameters: params };
  }
  return readUrlQuery(context);
}

/** The same from the URL alone, as listeners send it. */
export function readUrlQuery(context: RequestContext): QueryRequest {
  const query = context.req.query("query");
  if (!query) throw malformed('The parameter "query" is required');
  const parameters = Object.entries(context.req.query())
    .filter(([name]) => name.startsWith("$"))
    .map(([name, value]) => [name.slice(1), parseJson(value)]);
  return { query, parameters: Object.fromEntries(parameters) };
}
