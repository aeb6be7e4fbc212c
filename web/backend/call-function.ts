import type * as z from "zod/mini";
import type { Backend } from "./backend.ts";
import { noAnswer } from "./call-failure.ts";
import { readAnswer } from "./read-answer.ts";

/** Longer than a function waits for the database; past it the person had better try again. */
const TIMEOUT_MS = 20_000;
/** A file of 10 MB has to get there first, from a slow network, too. */
const UPLOAD_TIMEOUT_MS = 180_000;

export interface FunctionCall<Data> {
  name: string;
  /** Sent as JSON, unless it is a form, which may hold a file. */
  body: object;
  /** What a success carries. */
  data: z.ZodMiniType<Data>;
  /** Of the signed-in person, for functions that ask who calls. */
  accessToken?: string;
  /** Beside those of every call. */
  headers?: Record<string, string>;
  /** Milliseconds; undefined means those of every call. */
  timeout?: number;
  /** By which the call is found in every log, to the mail; one of its own when it is absent. */
  requestId?: string | undefined;
}

/**
 * Posts to an edge function; plain fetch, because the public forms do without supabase-js.
 * @throws CallFailure, whatever goes wrong: a refusal, no network, an answer that is none.
 */
export async function callFunction<Data>(
  backend: Backend | null,
  {
    name,
    body,
    data,
    accessToken,
    headers,
    timeout,
    requestId = crypto.randomUUID(),
  }: FunctionCall<Data>,
): Promise<Data> {
  if (!backend) throw noAnswer("no backend");
  const isForm = body instanceof FormData;
  const response = await fetch(`${backend.url}/functions/v1/${name}`, {
    method: "POST",
    headers: {
      apikey: backend.publishableKey,
      "x-request-id": requestId,
      // A form's names the border between its parts, which the browser draws.
      ...(isForm ? {} : { "content-type": "application/json" }),
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
      ...headers,
    },
    body: isForm ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(timeout ?? (isForm ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS)),
  }).catch((error: unknown) => {
    throw noAnswer(error);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  return readAnswer(answer, data, `status ${response.status}`);
}
