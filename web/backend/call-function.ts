import * as z from "zod/mini";
import { failureReplySchema } from "../../supabase/functions/_shared/contracts/reply.ts";
import type { Backend } from "./backend.ts";
import { CallFailure, noAnswer } from "./call-failure.ts";

/** Longer than a function waits for the database; past it the person had better try again. */
const TIMEOUT_MS = 20_000;

export interface FunctionCall<Data> {
  name: string;
  body: object;
  /** What a success carries. */
  data: z.ZodMiniType<Data>;
  /** Of the signed-in person, for functions that ask who calls. */
  accessToken?: string;
  /** Beside those of every call. */
  headers?: Record<string, string>;
}

/**
 * Posts to an edge function; plain fetch, because the public forms do without supabase-js.
 * @throws CallFailure, whatever goes wrong: a refusal, no network, an answer that is none.
 */
export async function callFunction<Data>(
  backend: Backend | null,
  { name, body, data, accessToken, headers }: FunctionCall<Data>,
): Promise<Data> {
  if (!backend) throw noAnswer();
  const answer: unknown = await fetch(`${backend.url}/functions/v1/${name}`, {
    method: "POST",
    headers: {
      apikey: backend.publishableKey,
      "content-type": "application/json",
      ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
      ...headers,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
    .then((response) => response.json())
    .catch(() => undefined);

  const success = z.object({ ok: z.literal(true), data }).safeParse(answer);
  if (success.success) return success.data.data;
  const failure = failureReplySchema.safeParse(answer);
  throw failure.success ? new CallFailure(failure.data.error) : noAnswer();
}
