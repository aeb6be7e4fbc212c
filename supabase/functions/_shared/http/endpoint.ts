import type * as z from "zod/mini";
import { buildId } from "#contracts/build-id.ts";
import { fieldMessages, otherwiseInvalid } from "#contracts/reply.ts";
import {
  type CountFailure,
  type Log,
  requestIdHeader,
  requestIdOf,
  requestIds,
  stackOf,
} from "../log.ts";
import { equalSecrets } from "./caller.ts";
import {
  type BodyRule,
  type ReceivedBody,
  createSlowPlaces,
  parseBody,
  receiveBody,
} from "./request-body.ts";
import {
  RequestFailure,
  forbidden,
  invalidFields,
  unauthorized,
  unavailable,
} from "./request-failure.ts";

/** Rule for ordinary bodies. The longest valid form has about 5 kB. */
const smallJson: BodyRule = { kind: "json", maximumBytes: 16 * 1024 };

export type Handler = (request: Request) => Promise<Response>;

export type Gate = {
  /** Origins of pages that may call; never "*". A call without an Origin header is accepted: it comes from no page. */
  allowedOrigins: readonly string[];
  /** Keys that the apikey header may contain. */
  acceptedKeys: readonly string[];
  /** Returns the caller's network, by which slow bodies are counted. */
  networkOf: (request: Request) => string;
  log: Log;
  countFailure: CountFailure;
};

type Endpoint<Schema extends z.ZodMiniType> = {
  name: string;
  schema: Schema;
  /** Format and size limit of the body. By default, the body is JSON of at most 16 KiB. */
  body?: BodyRule;
  /** Returns the `data` of the HTTP answer. Throws a RequestFailure to refuse the call. */
  answer: (input: z.output<Schema>, request: Request) => Promise<unknown>;
};

export function createEndpoint<Schema extends z.ZodMiniType>(
  gate: Gate,
  { name, schema, body = smallJson, answer }: Endpoint<Schema>,
): Handler {
  const takePlace = createSlowPlaces();
  return createRawEndpoint(gate, name, async (request) => {
    const received = await receiveBody(request, body, () => takePlace(gate.networkOf(request)));
    return answer(await parseInput(received, schema), request);
  });
}

/** Parses a received body and checks it against its schema. @throws RequestFailure when the body is invalid. */
export async function parseInput<Schema extends z.ZodMiniType>(
  body: ReceivedBody,
  schema: Schema,
): Promise<z.output<Schema>> {
  return checkInput(await parseBody(body), schema);
}

/** Checks input against its zod schema. @throws RequestFailure 422 with a message for each field. */
export function checkInput<Schema extends z.ZodMiniType>(
  given: unknown,
  schema: Schema,
): z.output<Schema> {
  const input = schema.safeParse(given, otherwiseInvalid);
  if (input.success) return input.data;
  throw invalidFields(fieldMessages(input.error));
}

/**
 * Creates an endpoint that checks origin, method and key, and then calls `answer`, which reads the body itself. Logs
 * every call with its duration, and answers an unexpected error with 503.
 */
export function createRawEndpoint(
  gate: Gate,
  name: string,
  answer: (request: Request) => Promise<unknown>,
): Handler {
  async function open(request: Request): Promise<Response> {
    checkOrigin(gate, request);
    if (request.method === "OPTIONS") return new Response(null, { status: 204 });
    if (request.method !== "POST") {
      throw new RequestFailure(405, "invalid_request", "Método não permitido.");
    }
    checkKey(gate, request);
    return Response.json({ ok: true, data: await answer(request) });
  }

  async function answerAlways(request: Request): Promise<Response> {
    const began = performance.now();
    const facts = (status: number) => ({
      function: name,
      status,
      milliseconds: Math.round(performance.now() - began),
    });
    try {
      const response = await open(request);
      if (request.method !== "OPTIONS") gate.log(facts(response.status));
      return response;
    } catch (error) {
      const isExpected = error instanceof RequestFailure;
      const failure = isExpected ? error : unexpected(error);
      const { status, code, reason } = failure;
      const refusal = { code, ...(reason ? { reason } : {}) };
      if (isExpected) gate.log({ ...facts(status), ...refusal }, status >= 500 ? "warn" : "info");
      else gate.log({ ...facts(status), ...refusal, stack: stackOf(error) }, "error");
      if (status >= 500) gate.countFailure(name);
      return failureResponse(failure);
    }
  }

  return (request) => {
    const id = requestIdOf(request);
    return requestIds.run(id, async () => {
      const response = withHeaders(await answerAlways(request), gate, request);
      response.headers.set(requestIdHeader, id);
      return response;
    });
  };
}

// Only the error's name is logged, because the message of an unknown error could quote the HTTP request.
const unexpected = (error: unknown) => unavailable(error instanceof Error ? error.name : "unknown");

function checkOrigin({ allowedOrigins }: Gate, request: Request): void {
  const origin = request.headers.get("origin");
  if (origin !== null && !allowedOrigins.includes(origin)) throw forbidden();
}

function checkKey({ acceptedKeys }: Gate, request: Request): void {
  const given = request.headers.get("apikey") ?? "";
  // The given key is compared with all keys, so that the time does not reveal which key almost matched.
  if (acceptedKeys.filter((key) => equalSecrets(given, key)).length === 0) throw unauthorized();
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
  headers.set("x-build", buildId);
  headers.set("vary", "Origin");
  const origin = request.headers.get("origin");
  if (origin === null || !allowedOrigins.includes(origin)) return response;
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-expose-headers", `retry-after, ${requestIdHeader}`);
  if (request.method === "OPTIONS") {
    headers.set("access-control-allow-methods", "POST, OPTIONS");
    // The list has four headers of supabase-js, the headers that authorise an upload, and the request id.
    headers.set(
      "access-control-allow-headers",
      `authorization, x-client-info, apikey, content-type, x-request-secret, x-document-id, x-document-kind, x-document-of, ${requestIdHeader}`,
    );
    headers.set("access-control-max-age", "86400");
  }
  return response;
}
