import { createContext, useContext } from "react";
import * as z from "zod/mini";
import {
  type FailureCode,
  type FailureReply,
  failureReplySchema,
} from "../../supabase/functions/_shared/contracts/reply.ts";
import type { Backend } from "./backend-context.tsx";

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

/** Why a function did not do what it was asked. */
export class CallFailure extends Error {
  readonly code: FailureCode;
  /** Messages by field name, to be shown under the inputs. */
  readonly fields: Readonly<Record<string, string>>;

  /** `message` is Portuguese and fit to be shown, or empty when no usable answer came. */
  constructor({ code, message, fields = {} }: FailureReply["error"], options?: { cause: unknown }) {
    super(message, options);
    this.name = "CallFailure";
    this.code = code;
    this.fields = fields;
  }
}

/** No backend, no network, or something in between that answered in its place; `cause` says which. */
export function noAnswer(cause?: unknown): CallFailure {
  return new CallFailure({ code: "unavailable", message: "" }, { cause });
}

/**
 * What a function answered; whatever is no answer counts as none, for the `cause` that is then given.
 * @throws CallFailure
 */
export function readAnswer<Data>(
  answer: unknown,
  data: z.ZodMiniType<Data>,
  cause?: unknown,
): Data {
  const success = z.object({ ok: z.literal(true), data }).safeParse(answer);
  if (success.success) return success.data.data;
  const failure = failureReplySchema.safeParse(answer);
  throw failure.success ? new CallFailure(failure.data.error) : noAnswer(cause);
}

/** What became of a form that a browser posted by itself, without JavaScript. */
export interface NativeAnswer {
  functionName: string;
  /** By field name, to be shown again. */
  typed: Readonly<Record<string, string>>;
  /** Null when it arrived. */
  failure: CallFailure | null;
  /** What a form that arrived was answered with. */
  data: unknown;
}

const NativeAnswerContext = /* @__PURE__ */ createContext<NativeAnswer | null>(null);

/** Around a page that is rendered as the answer to such a post. */
export const NativeAnswerProvider = NativeAnswerContext.Provider;

/**
 * The answer for this form; null for a page that was only asked for. In browsers there is none, so
 * what is made of it stands behind `import.meta.env?.SSR`, and they leave it out.
 */
export const useNativeAnswer = import.meta.env?.SSR ? readNativeAnswer : () => null;

function readNativeAnswer(functionName: string): NativeAnswer | null {
  const answer = useContext(NativeAnswerContext);
  return answer?.functionName === functionName ? answer : null;
}

const nothing = () => Promise.resolve();

/** A field of a form that a browser posts by itself: what was typed into it, and what is wrong with it. */
export function nativeField<Name extends string>(name: Name, answer: NativeAnswer | null) {
  return {
    name,
    error: answer?.failure?.fields[name],
    defaultValue: answer?.typed[name] ?? "",
    // No script will call them.
    onChange: nothing,
    onBlur: nothing,
    ref: nothing,
  };
}
