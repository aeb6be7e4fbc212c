import { createClient } from "@supabase/supabase-js";
import * as z from "zod/mini";
import { requestIdHeader, requestIds } from "./log.ts";
import {
  RequestFailure,
  conflict,
  forbidden,
  notFound,
  rateLimited,
  unauthorized,
  unavailable,
} from "./http/request-failure.ts";

/** Calls a database function with the secret key or a user's token. Throws a RequestFailure on any failure. */
export type CallDatabase = (
  name: string,
  parameters: Record<string, unknown>,
  accessToken?: string,
) => Promise<unknown>;

/** Timeout of every database call, so that a page shows an error instead of waiting without end. */
export const timeoutMilliseconds = 15_000;

/** Fetches a URL with the timeout above, and sends the id of the current HTTP request as a header. */
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

/** Turns an error of the database function `name` into the failure that the caller sees. `code` is an SQLSTATE. */
export function databaseFailure(
  name: string,
  status: number,
  error: { code: string; details: string | null; message: string },
): RequestFailure {
  const { code, details, message } = error;
  if (code === "PT429") return rateLimited(secondsSchema.safeParse(details).data ?? 60);
  if (status === 401) return unauthorized();
  // private.refuse_right answers a member of staff with the missing right and the colleagues who have it.
  if (code === "PT403") return new RequestFailure(403, "forbidden", message);
  if (status === 403 || code === "42501") return forbidden();
  if (status === 404 && code === "PT404") return notFound("Registro não encontrado.");
  // The message of PT409 is a sentence for the caller.
  if (code === "PT409") return conflict(message);
  // private.reject raises PT422 with a sentence for the screen and the name of the wrong column or field.
  if (code === "PT422") {
    const field = details?.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const fields = field ? { fields: { [field]: message } } : {};
    return new RequestFailure(422, "invalid_fields", message, fields, `${name} ${code}`);
  }
  // These codes mean that a value broke a rule which the zod schemas do not have.
  if (code === "23514" || code.startsWith("22")) {
    const sentence = "Confira os dados enviados.";
    return new RequestFailure(422, "invalid_fields", sentence, {}, `${name} ${code}`);
  }
  return unavailable(`database ${name} ${status} ${code}`.trimEnd());
}
