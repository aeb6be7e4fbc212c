import type * as z from "zod/mini";
import { buildId } from "../contracts/build-id.ts";
import { fieldMessages } from "../contracts/field-messages.ts";
import type { CountFailure } from "../count-failures.ts";
import { type Log, requestIdHeader, requestIdOf, requestIds, stackOf } from "../log.ts";
import { equalSecrets } from "./equal-secrets.ts";
import { type BodyRule, readBody } from "./read-body.ts";
import { RequestFailure, forbidden, unauthorized, unavailable } from "./request-failure.ts";

/** The longest valid form is about 5 kB. */
const smallJson: BodyRule = { kind: "json", maximumBytes: 16 * 1024 };

export type Handler = (request: Request) => Promise<Response>;

export type Gate = {
  /** Origins whose pages may call; never "*". Calls without an Origin are not from a page. */
  allowedOrigins: readonly string[];
  /** Values accepted in the apikey header. */
  acceptedKeys: readonly string[];
  log: Log;
  countFailure: CountFailure;
};

type Endpoint<Schema extends z.ZodMiniType> = {
  name: string;
  schema: Schema;
  /** Small JSON unless said otherwise. */
  body?: BodyRule;
  /** What is answered as `data`; refuses by throwing a RequestFailure. */
  answer: (input: z.output<Schema>, request: Request) => Promise<unknown>;
};

/** A function behind its door, whose fields are read and checked before `answer` runs. */
export function createEndpoint<Schema extends z.ZodMiniType>(
  gate: Gate,
  { name, schema, body = smallJson, answer }: Endpoint<Schema>,
): Handler {
  return createDoor(gate, name, async (request) =>
    answer(await readInput(request, schema, body), request),
  );
}

/** A request's body by its contract. @throws RequestFailure for what is too long or breaks a rule. */
export async function readInput<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
  body: BodyRule,
): Promise<z.output<Schema>> {
  return checkInput(await readBody(request, body), schema);
}

/** What came, by its contract. @throws RequestFailure 422 with a message for each field. */
export function checkInput<Schema extends z.ZodMiniType>(
  given: unknown,
  schema: Schema,
): z.output<Schema> {
  const input = schema.safeParse(given);
  if (input.success) return input.data;
  const fields = fieldMessages(input.error);
  throw new RequestFailure(422, "invalid_fields", "Confira os campos destacados.", { fields });
}

/**
 * A function's door: origin, method and key are checked in that order; then `answer` runs, which
 * reads the body itself, or refuses before it has. What it gives is answered as `data`; whatever it
 * throws unexpectedly is logged, counted and answered with 503. Every answer is one line in the log, with
 * what it took; what nobody expected has a stack.
 */
export function createDoor(
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
      const why = { code, ...(reason ? { reason } : {}) };
      if (isExpected) gate.log({ ...facts(status), ...why }, status >= 500 ? "warn" : "info");
      else gate.log({ ...facts(status), ...why, stack: stackOf(error) }, "error");
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
    // The four that supabase-js sends, what is asked before a document is read, and the call's id.
    headers.set(
      "access-control-allow-headers",
      `authorization, x-client-info, apikey, content-type, x-request-secret, x-document-id, ${requestIdHeader}`,
    );
    headers.set("access-control-max-age", "86400");
  }
  return response;
}
