import type * as z from "zod/mini";
import { buildId } from "../contracts/build-id.ts";
import { fieldMessages, otherwiseInvalid } from "../contracts/reply.ts";
import {
  type CountFailure,
  type Log,
  requestIdHeader,
  requestIdOf,
  requestIds,
  stackOf,
} from "../log.ts";
import { equalSecrets } from "./caller.ts";
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
  const input = schema.safeParse(given, otherwiseInvalid);
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
    // The four that supabase-js sends, what is asked before a file is read, and the call's id.
    headers.set(
      "access-control-allow-headers",
      `authorization, x-client-info, apikey, content-type, x-request-secret, x-document-id, x-document-kind, x-document-of, ${requestIdHeader}`,
    );
    headers.set("access-control-max-age", "86400");
  }
  return response;
}

/** Which body a function takes, and how much of it. */
type BodyRule = { kind: "json" | "form"; maximumBytes: number };

const rules = {
  json: { type: "application/json", unread: "Envie os dados no formato JSON." },
  form: { type: "multipart/form-data", unread: "Envie os dados como formulário." },
} as const;

/**
 * A request's JSON, or the fields and files of its form. The bytes are counted as they arrive,
 * because content-length is what the caller says. Throws 415, 413 or 400.
 */
async function readBody(request: Request, rule: BodyRule): Promise<unknown> {
  const contentType = request.headers.get("content-type") ?? "";
  const { type, unread } = rules[rule.kind];
  if (contentType.split(";")[0]?.trim().toLowerCase() !== type) {
    throw new RequestFailure(415, "invalid_request", unread);
  }
  const bytes = await readBytes(request, rule.maximumBytes);
  try {
    if (rule.kind === "json") {
      const body: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
      return body;
    }
    const headers = { "content-type": contentType };
    return Object.fromEntries(await new Response(bytes, { headers }).formData());
  } catch {
    throw new RequestFailure(400, "invalid_request", "Não foi possível ler os dados enviados.");
  }
}

async function readBytes(request: Request, maximumBytes: number): Promise<Uint8Array<ArrayBuffer>> {
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

const longestWait = 30_000;
const longestQueue = 20;
const mostOfOne = 2;

/**
 * Lets `most` pieces of work that hold a large body in memory go on at once, two of them of one
 * `subject`, so that nobody takes every place. Others wait before theirs is read, for half a minute;
 * then they are told to come again (503).
 */
export function createBodyRoom(most: number) {
  const inside: string[] = [];
  const queue: { subject: string; enter: () => void }[] = [];
  const hasPlace = (subject: string) =>
    inside.length < most && inside.filter((other) => other === subject).length < mostOfOne;

  function waitFor(subject: string): Promise<void> {
    if (queue.length >= longestQueue) return Promise.reject(full());
    return new Promise((resolve, reject) => {
      const waiting = {
        subject,
        enter() {
          clearTimeout(late);
          resolve();
        },
      };
      const late = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(full());
      }, longestWait);
      queue.push(waiting);
    });
  }

  return async <Result>(subject: string, work: () => Promise<Result>): Promise<Result> => {
    if (hasPlace(subject)) inside.push(subject);
    else await waitFor(subject);
    try {
      return await work();
    } finally {
      inside.splice(inside.indexOf(subject), 1);
      const next = queue.findIndex((waiting) => hasPlace(waiting.subject));
      // Whoever waits is inside before anybody else can ask.
      for (const { subject: entered, enter } of next < 0 ? [] : queue.splice(next, 1)) {
        inside.push(entered);
        enter();
      }
    }
  };
}

const full = () =>
  new RequestFailure(
    503,
    "unavailable",
    "Muitos arquivos estão chegando agora. Tente de novo em instantes.",
    { retryAfterSeconds: 10 },
    "no room for a body",
  );
