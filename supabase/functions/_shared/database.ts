import { createClient } from "@supabase/supabase-js";
import * as z from "zod/mini";
import { requestIdHeader, requestIds } from "./log.ts";
import {
  RequestFailure,
  forbidden,
  rateLimited,
  unauthorized,
  unavailable,
} from "./http/request-failure.ts";

/**
 * Calls a database function: with the secret key, or as the person whose access token is
 * given. Gives its result unparsed; throws a RequestFailure for every refusal.
 */
export type CallDatabase = (
  name: string,
  parameters: Record<string, unknown>,
  accessToken?: string,
) => Promise<unknown>;

/** An outage has to end in an answer, not in a page that keeps spinning. */
export const timeoutMilliseconds = 15_000;

/** Within that time, and by the id of the request that is answered. */
export const fetchWithTimeout: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  const id = requestIds.getStore();
  if (id !== undefined) headers.set(requestIdHeader, id);
  return fetch(input, { ...init, headers, signal: AbortSignal.timeout(timeoutMilliseconds) });
};

export const statelessAuth = {
  persistSession: false,
  autoRefreshToken: false,
  detectSessionInUrl: false,
};

/** Calls through PostgREST, with the keys of one project. */
export function connectDatabase(project: {
  url: string;
  publishableKey: string;
  secretKey: string;
}): CallDatabase {
  const options = { auth: statelessAuth, global: { fetch: fetchWithTimeout } };
  const service = createClient(project.url, project.secretKey, options);
  return async (name, parameters, accessToken) => {
    const client =
      accessToken === undefined
        ? service
        : createClient(project.url, project.publishableKey, {
            ...options,
            accessToken: () => Promise.resolve(accessToken),
          });
    const { data, error, status } = await client.rpc(name, parameters);
    if (error) throw databaseFailure(name, status, error);
    const result: unknown = data;
    return result;
  };
}

const secondsSchema = z.coerce.number().check(z.int(), z.positive());

/** What a refusal of the database function `name` means to the caller; `code` is an SQLSTATE. */
export function databaseFailure(
  name: string,
  status: number,
  error: { code: string; details: string; message: string },
): RequestFailure {
  const { code, details, message } = error;
  if (code === "PT429") return rateLimited(secondsSchema.safeParse(details).data ?? 60);
  if (status === 401) return unauthorized();
  if (status === 403 || code === "42501") return forbidden();
  if (status === 404 && code === "PT404") {
    return new RequestFailure(404, "not_found", "Registro não encontrado.");
  }
  // What SQL raises as PT409 is a sentence for whoever asked.
  if (code === "PT409") return new RequestFailure(409, "conflict", message);
  // A rule that only the database knows, or that the contracts forgot.
  if (code === "23514" || code.startsWith("22")) {
    return new RequestFailure(
      422,
      "invalid_fields",
      "Confira os dados enviados.",
      {},
      `${name} ${code}`,
    );
  }
  return unavailable(`database ${name} ${status} ${code}`.trimEnd());
}
