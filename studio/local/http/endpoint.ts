import type { Context } from "hono";
import { z } from "zod";
import type { ImageCache } from "../assets/image-cache.ts";
import type { LocalAccount } from "../local-accounts.ts";
import type { Perspective, View } from "../query/perspective.ts";
import type { Store } from "../store.ts";
import type { AccessRules, Role } from "./access.ts";
import { ApiError, malformed, messageOf } from "./api-error.ts";
import type { StreamPorts } from "./event-streams.ts";

/** Data that all endpoints share: one dataset of a project, and the parts that serve this dataset. */
export interface Lake extends AccessRules {
  projectId: string;
  dataset: string;
  /** Base URL of images and files, without a slash at the end. */
  url: string;
  /** Folder of the uploaded images. */
  assetDirectory: string;
  /** Folder of all other uploaded files. */
  fileDirectory: string;
  imageCache: ImageCache;
  store: Store;
  streams: StreamPorts;
  view(perspective: Perspective, editor: boolean): View;
}

/** Values that the middleware sets for an HTTP request. */
export interface RequestVariables {
  role: Role;
  /** Account of the caller; undefined unless the caller is an editor. */
  account: LocalAccount | undefined;
  apiVersion: string;
}

export type RequestContext = Context<{ Variables: RequestVariables }>;

export interface Endpoint {
  method: "GET" | "POST" | "PUT";
  /** Path after the API version, written as a hono route. Paths of `unversioned` endpoints have no version. */
  path: string;
  unversioned?: true;
  access: Role;
  handle(context: RequestContext, lake: Lake): Response | Promise<Response>;
}

const entriesFor =
  (method: Endpoint["method"]) =>
  (path: string, access: Role, handle: Endpoint["handle"]): Endpoint => ({
    method,
    path,
    access,
    handle,
  });

export const get = entriesFor("GET");
export const post = entriesFor("POST");
export const put = entriesFor("PUT");

/** Returns a path parameter of the route, decoded. */
export function pathParameter(context: RequestContext, name: string): string {
  const value = context.req.param(name);
  if (value === undefined) throw malformed(`The path lacks "${name}"`);
  return value;
}

/** Returns the caller's account, which exists at every endpoint that only editors may call. */
export function accountOf(context: RequestContext): LocalAccount {
  const account = context.get("account");
  if (!account) throw new Error("This endpoint is not for editors only");
  return account;
}

/** Returns the ids in a path parameter, where commas separate them. */
export function idsParameter(context: RequestContext, name = "ids"): string[] {
  return pathParameter(context, name).split(",").filter(Boolean);
}

/** Reads a query parameter that must be an integer of at least zero. Returns `fallback` for a missing parameter. */
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

/** Reads a GROQ query and its parameters from the body of a POST, or else from the URL, where each `$name` is JSON. */
export async function readQuery(context: RequestContext) {
  if (context.req.method === "POST") {
    const { query, params } = await readJson(context.req.raw, bodySchema);
    return { query, parameters: params };
  }
  return readUrlQuery(context);
}

/** Reads a GROQ query and its parameters from the URL, where listeners send them. */
export function readUrlQuery(context: RequestContext) {
  const query = context.req.query("query");
  if (!query) throw malformed('The parameter "query" is required');
  const parameters = Object.entries(context.req.query())
    .filter(([name]) => name.startsWith("$"))
    .map(([name, value]) => [name.slice(1), parseJson(value)]);
  return { query, parameters: Object.fromEntries(parameters) };
}

/** Maximum size of a JSON body in bytes. @sanity/import sends only a few hundred kilobytes at once. */
export const JSON_LIMIT = 8 * 1024 * 1024;

/**
 * A body of up to `PATIENCE` times the size limit is read to its end, because clients see the 413 error only after
 * sending the body.
 */
const PATIENCE = 16;

/** Reads a body of at most `limit` bytes. Throws 413 for a longer body. */
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

/** Reads a JSON body and checks it with a zod schema. Throws a 400 error that names the first fault. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = (await readBytes(request, JSON_LIMIT)).toString("utf8");
  return check(parseJson(text), schema);
}

/** Checks a value with a zod schema. Throws a 400 error that names the first fault. */
export function check<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw malformed(z.prettifyError(parsed.error));
  return parsed.data;
}

/** Parses JSON. Throws a 400 error with the parser's reason. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(`Not valid JSON: ${messageOf(error)}`);
  }
}
