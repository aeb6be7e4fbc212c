import { createContext, useContext } from "react";
import * as z from "zod/mini";
import { FormFailure } from "../ui/form/form-failure.ts";
import { type FailureCode, type FailureReply, failureReplySchema } from "#contracts/reply.ts";
import type { Backend } from "./backend-context.tsx";

/** Timeout of a call. It is longer than the time for which an edge function waits for the database. */
const TIMEOUT_MS = 20_000;
/** Timeout of an upload, long enough for 10 MB over a slow network. */
const UPLOAD_TIMEOUT_MS = 180_000;

export interface FunctionCall<Data> {
  name: string;
  /** Data that is sent as JSON. A FormData object is sent as a form, which may contain a file. */
  body: object;
  data: z.ZodMiniType<Data>;
  /** Access token of the signed-in person, for edge functions that require one. */
  accessToken?: string;
  headers?: Record<string, string>;
  /** Timeout in milliseconds; a default is used when undefined. */
  timeout?: number;
  /** Id of the call in all logs, including the log of a mail that the call causes; a new id by default. */
  requestId?: string | undefined;
}

/** Posts to an edge function with fetch, because public forms do not load supabase-js. @throws CallFailure */
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
      // The browser must set the content type of a form, because the type names the boundary between the parts.
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

export class CallFailure extends FormFailure {
  readonly code: FailureCode;

  /** Creates a failure. `message` is Portuguese text for people, or empty when there is no usable response. */
  constructor({ code, message, fields = {} }: FailureReply["error"], options?: { cause: unknown }) {
    super(message, { sentence: message, fields, ...options });
    this.name = "CallFailure";
    this.code = code;
  }
}

/** Creates the failure for a missing backend, a missing network or a response that is not the backend's. */
export function noAnswer(cause?: unknown): CallFailure {
  return new CallFailure({ code: "unavailable", message: "" }, { cause });
}

/** Returns the data in a response. @throws CallFailure, with `cause` as its cause when the response is unreadable */
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

/** Result of a form that a browser posted without JavaScript. */
export interface NativeAnswer {
  functionName: string;
  typed: Readonly<Record<string, string>>;
  /** Failure of the post; null when the post succeeded. */
  failure: CallFailure | null;
  data: unknown;
}

const NativeAnswerContext = /* @__PURE__ */ createContext<NativeAnswer | null>(null);

export const NativeAnswerProvider = NativeAnswerContext.Provider;

/**
 * Returns the result of a post without JavaScript; null on other pages. Callers use the result only inside `if
 * (import.meta.env?.SSR)`, so the browser's bundle leaves that code out.
 */
export const useNativeAnswer = import.meta.env?.SSR ? readNativeAnswer : () => null;

function readNativeAnswer(functionName: string): NativeAnswer | null {
  const answer = useContext(NativeAnswerContext);
  return answer?.functionName === functionName ? answer : null;
}

const nothing = () => Promise.resolve();

/** Returns the props of a field in a form without JavaScript: the typed value and the error. */
export function nativeField<Name extends string>(name: Name, answer: NativeAnswer | null) {
  return {
    name,
    error: answer?.failure?.fields[name],
    defaultValue: answer?.typed[name] ?? "",
    // These handlers are never called, because the page runs no script.
    onChange: nothing,
    onBlur: nothing,
    ref: nothing,
  };
}
