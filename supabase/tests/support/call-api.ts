import type { LocalSupabase } from "../../local/start-supabase.ts";
import type { Persona } from "./personas.ts";

type Call = { method?: string; body?: unknown; headers?: Record<string, string> };

/** Answer of the API; `json` is undefined for an empty body. */
export type Answer = { status: number; json: unknown };

/** Sends an HTTP request as a persona; `path` is the part of the URL after the origin. */
export async function callApi(
  { url }: Pick<LocalSupabase, "url">,
  persona: Pick<Persona, "headers">,
  path: string,
  { method = "GET", body, headers = {} }: Call = {},
): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...persona.headers, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  try {
    return { status: response.status, json: text ? JSON.parse(text) : undefined };
  } catch {
    return { status: response.status, json: text };
  }
}

/** Calls a database function through the API as a persona. */
export function callFunction(
  stack: Pick<LocalSupabase, "url">,
  persona: Pick<Persona, "headers">,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Answer> {
  return callApi(stack, persona, `/rest/v1/rpc/${name}`, { method: "POST", body: args });
}
