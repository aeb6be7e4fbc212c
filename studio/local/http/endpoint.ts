import type { Context } from "hono";
import type { Role } from "./access.ts";
import { malformed } from "./api-error.ts";
import type { Lake } from "../lake.ts";
import type { LocalAccount } from "../local-accounts.ts";

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
