import type * as z from "zod/mini";
import { fieldMessages } from "../contracts/field-messages.ts";
import type { Log } from "../log.ts";
import { equalSecrets } from "./equal-secrets.ts";
import { RequestFailure, forbidden, unauthorized, unavailable } from "./request-failure.ts";

/** The longest valid form is about 5 kB. */
const maximumBytes = 16 * 1024;

export type Handler = (request: Request) => Promise<Response>;

export type Gate = {
  /** Origins whose pages may call; never "*". Calls without an Origin are not from a page. */
  allowedOrigins: readonly string[];
  /** Values accepted in the apikey header. */
  acceptedKeys: readonly string[];
  log: Log;
};

type Endpoint<Schema extends z.ZodMiniType> = {
  name: string;
  schema: Schema;
  /** What is answered as `data`; refuses by throwing a RequestFailure. */
  answer: (input: z.output<Schema>, request: Request) => Promise<unknown>;
};

/**
 * A function's door: origin, method, key, content type, size and fields are checked in that
 * order; then `answer` runs. Whatever it throws unexpectedly is logged and answered with 503.
 */
export function createEndpoint<Schema extends z.ZodMiniType>(
  gate: Gate,
  endpoint: Endpoint<Schema>,
): Handler {
  async function answer(request: Request): Promise<Response> {
    checkOrigin(gate, request);
    if (request.method === "OPTIONS") return new Response(null, { status: 204 });
    if (request.method !== "POST") {
      throw new RequestFailure(405, "invalid_request", "Método não permitido.");
    }
    checkKey(gate, request);
    const input = endpoint.schema.safeParse(await readJson(request));
    if (!input.success) {
      const fields = fieldMessages(input.error);
      throw new RequestFailure(422, "invalid_fields", "Confira os campos destacados.", { fields });
    }
    return Response.json({ ok: true, data: await endpoint.answer(input.data, request) });
  }

  return async (request) => {
    let response: Response;
    try {
      response = await answer(request);
    } catch (error) {
      const failure = error instanceof RequestFailure ? error : unexpected(error);
      const { status, code, reason } = failure;
      gate.log({ function: endpoint.name, status, code, ...(reason ? { reason } : {}) });
      response = failureResponse(failure);
    }
    return withHeaders(response, gate, request);
  };
}

// The name alone: an unknown error's message could quote the request.
const unexpected = (error: unknown) => unavailable(error instanceof Error ? error.name : "unknown");

function checkOrigin({ allowedOrigins }: Gate, request: Request): void {
  const origin = request.headers.get("origin");
  if (origin !== null && !allowedOrigins.includes(origin)) throw forbidden();
}

function checkKey({ acceptedKeys }: Gate, request: Request): void {
  const given = request.headers.get("apikey") ?? "";
  // All are compared, so that the time does not tell which one was close.
  if (acceptedKeys.filter((key) => equalSecrets(given, key)).length === 0) throw unauthorized();
}

/**
 * Reads a JSON body of at most `maximumBytes`. The bytes are counted as they arrive, because
 * content-length is what the caller says. Throws 415, 413 or 400.
 */
async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") {
    throw new RequestFailure(415, "invalid_request", "Envie os dados no formato JSON.");
  }
  const bytes = await readBytes(request);
  try {
    const body: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return body;
  } catch {
    throw new RequestFailure(400, "invalid_request", "Não foi possível ler os dados enviados.");
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.byteLength;
    if (length > maximumBytes) {
      await reader?.cancel();
      throw new RequestFailure(413, "too_large", "Os dados enviados passam do tamanho permitido.");
    }
    chunks.push(part.value);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

function failureResponse(failure: RequestFailure): Response {
  const response = Response.json(failure.reply(), { status: failure.status });
  const { retryAfterSeconds } = failure.details;
  if (retryAfterSeconds !== undefined) response.headers.set("retry-after", `${retryAfterSeconds}`);
  if (failure.status === 405) response.headers.set("allow", "POST, OPTIONS");
  return response;
}

function withHeaders(response: Response, { allowedOrigins }: Gate, request: Request): Response {
  const { headers } = response;
  headers.set("cache-control", "no-store");
  headers.set("x-content-type-options", "nosniff");
  headers.set("vary", "Origin");
  const origin = request.headers.get("origin");
  if (origin === null || !allowedOrigins.includes(origin)) return response;
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-expose-headers", "retry-after");
  if (request.method === "OPTIONS") {
    headers.set("access-control-allow-methods", "POST, OPTIONS");
    // The four that supabase-js sends.
    headers.set(
      "access-control-allow-headers",
      "authorization, x-client-info, apikey, content-type",
    );
    headers.set("access-control-max-age", "86400");
  }
  return response;
}
