import type { Context } from "hono";
import { z } from "zod";
import type { Lake } from "../lake.ts";
import type { LocalAccount } from "../local-accounts.ts";
import type { Role } from "./access.ts";
import { ApiError, malformed } from "./api-error.ts";

/** What the middleware found out about a request. */
export interface RequestVariables {
  role: Role;
  /** Of editors only. */
  account: LocalAccount | undefined;
  apiVersion: string;
}

export type RequestContext = Context<{ Variables: RequestVariables }>;

/** One line of the table of what this server imitates. */
export interface Endpoint {
  method: "GET" | "POST" | "PUT";
  /** Path below the API version, in the notation of hono; `unversioned` ones stand alone. */
  path: string;
  unversioned?: true;
  access: Role;
  handle(context: RequestContext, lake: Lake): Response | Promise<Response>;
}

/** A path parameter that the route guarantees. */
export function pathParameter(context: RequestContext, name: string): string {
  const value = context.req.param(name);
  if (value === undefined) throw malformed(`The path lacks "${name}"`);
  return value;
}

/** Who asks an endpoint that is for editors. */
export function accountOf(context: RequestContext): LocalAccount {
  const account = context.get("account");
  if (!account) throw new Error("This endpoint is not for editors only");
  return account;
}

/** Comma-separated ids in a path parameter. */
export function idsParameter(context: RequestContext, name = "ids"): string[] {
  return pathParameter(context, name).split(",").filter(Boolean);
}

/** A query parameter that is a whole number of zero or more; `fallback` when absent. */
export function countParameter(context: RequestContext, name: string, fallback: number): number {
  const text = context.req.query(name);
  if (text === undefined) return fallback;
  if (!/^\d{1,9}$/.test(text)) throw malformed(`"${name}" must be a whole number`);
  return Number(text);
}

export function isTrue(context: RequestContext, name: string): boolean {
  return context.req.query(name) === "true";
}

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

/** Largest JSON body in bytes; @sanity/import sends batches of a few hundred kilobytes. */
export const JSON_LIMIT = 8 * 1024 * 1024;

/** So much of a body that is refused is read all the same: who still sends cannot hear the refusal. */
const PATIENCE = 16;

/** Reads a body up to `limit` bytes. Throws 413 when there are more. */
export async function readBytes(request: Request, limit: number): Promise<Buffer> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size <= limit) chunks.push(chunk);
    else chunks = [];
    if (size > limit * PATIENCE) break;
  }
  if (size > limit) {
    throw new ApiError(413, "payloadTooLargeError", `The body exceeds ${limit} bytes`);
  }
  return Buffer.concat(chunks);
}

/** Reads and checks a JSON body. Throws 400 that names the first thing that is wrong. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = (await readBytes(request, JSON_LIMIT)).toString("utf8");
  return check(parseJson(text), schema);
}

/** Checks a value. Throws 400 that names the first thing that is wrong. */
export function check<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw malformed(z.prettifyError(parsed.error));
  return parsed.data;
}

/** Parses JSON. Throws 400 with the parser's reason. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(`Not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
