import type { Context } from "hono";
import { createHmac } from "node:crypto";
import type { FieldValues } from "react-hook-form";
import * as z from "zod/mini";
import { todayInBrasilia } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import {
  fieldMessages,
  otherwiseInvalid,
} from "../../../supabase/functions/_shared/contracts/reply.ts";
import type { PublicSettings } from "../../app/layout-content.ts";
import {
  CallFailure,
  type NativeAnswer,
  callFunction,
  noAnswer,
} from "../../backend/call-function.ts";
import type { FieldTable } from "../../ui/form/field-table.ts";
import { logLine, reasonOf, requestIds } from "../../config/log.ts";
import { paths } from "../../config/paths.ts";
import { partnershipRules } from "../../features/become-a-partner/partnership-rules.ts";
import { simulationRules } from "../../features/simulate/simulation-rules.ts";
import { lostLinkRules, secretRules } from "../../features/track-request/tracking-rules.ts";
import { verifyRules } from "../../features/verify-letter/verify-rules.ts";
import { contactRules } from "../../features/write-to-us/contact-rules.ts";
import { createRateLimit } from "./limits.ts";
import { plainReply } from "./security-headers.ts";

/**
 * Each is a page rendered anew; a person sends far fewer. What all send together is bounded where
 * no machine renders more, so that nobody's posts are refused for another's.
 */
const POSTS = { perKey: 30, inAll: 10_000, windowMs: 60_000 };
/**
 * Milliseconds. A browser that posts by itself shows nothing until it is answered; what a function stores after
 * that is stored once, however often the same is posted.
 */
const FUNCTION_TIMEOUT_MS = 5_000;
/** Fields that a page sends beside what one types. */
const EXTRA_FIELDS = ["termsVersion"];

const statuses: Partial<Record<CallFailure["code"], 404 | 422 | 429>> = {
  not_found: 404,
  invalid_fields: 422,
  rate_limited: 429,
};

/** A form's table, and the function that takes it. */
interface FormOfFunction<Input extends FieldValues, Output extends FieldValues> extends FieldTable<
  Input,
  Output
> {
  functionName: string;
}

interface NativeForm {
  functionName: string;
  names: readonly string[];
  take: (
    fields: URLSearchParams,
    network: string,
  ) => Promise<Pick<NativeAnswer, "failure" | "data">>;
}

export interface NativeFormParts {
  settings: PublicSettings;
  /** Shared with the functions; undefined where they would not believe us who the visitor is. */
  forwardKey: string | undefined;
  /** Renders the page of a path around what became of its form. */
  answerPage(path: string, status: number, answer: NativeAnswer): Promise<Response>;
  /** Whom a limit counts as one. */
  networkOf: (context: Context) => string;
}

/**
 * Takes the forms that browsers without JavaScript post, and hands them to the function that takes
 * those of the others, for the visitor's address. Nothing of them is stored or logged here. By path.
 */
export function createNativeForms(parts: NativeFormParts) {
  const { settings, forwardKey, networkOf } = parts;
  const mayPost = createRateLimit(POSTS);

  /** Of a page with several forms, takes the one that has a field of what is posted. */
  function taker(path: string, ...forms: readonly NativeForm[]) {
    return async (context: Context): Promise<Response> => {
      const network = networkOf(context);
      if (!mayPost(network)) {
        return plainReply("Muitas tentativas. Volte à página e tente em um minuto.", 429);
      }
      const { fields, refused } = await readFormPost(context.req.raw, settings.origin);
      if (refused) return plainReply(refused.text, refused.status);
      const form = forms.find(({ names }) => names.some((name) => fields.has(name))) ?? forms[0];
      if (!form) throw new Error(`${path} has no form`);
      const typed = pick(fields, form.names);
      const { failure, data } = await form.take(fields, network);
      const status = failure ? (statuses[failure.code] ?? 503) : 200;
      // What the sender can mend is no problem of ours.
      const level = status === 503 ? "warn" : "info";
      logLine(level, "native-form", { path, status, ...(failure && whyOf(failure)) });
      const { functionName } = form;
      return parts.answerPage(path, status, {
        functionName,
        typed: failure ? typed : {},
        failure,
        data,
      });
    };
  }

  function native<Input extends FieldValues, Output extends FieldValues>(
    form: FormOfFunction<Input, Output>,
  ): NativeForm {
    const { functionName, names } = form;
    return { functionName, names, take: (fields, network) => handOn(form, fields, network) };
  }

  /** Gives what it was answered with, or why it did not arrive. */
  async function handOn<Input extends FieldValues, Output extends FieldValues>(
    { functionName, schema, names, boxes }: FormOfFunction<Input, Output>,
    fields: URLSearchParams,
    network: string,
  ): Promise<Pick<NativeAnswer, "failure" | "data">> {
    const typed = pick(fields, names);
    const ticked = Object.fromEntries(boxes.map((name) => [name, name in typed]));
    const parsed = schema.safeParse({ ...typed, ...ticked }, otherwiseInvalid);
    if (!parsed.success) {
      const messages = fieldMessages(parsed.error);
      return refused(new CallFailure({ code: "invalid_fields", message: "", fields: messages }));
    }
    if (!forwardKey) return refused(noAnswer("no FORWARD_KEY"));
    const content = { ...parsed.data, ...pick(fields, EXTRA_FIELDS) };
    // A page that is loaded again is posted again: on the same day the same content is the same.
    const told = JSON.stringify([functionName, todayInBrasilia(), content]);
    try {
      const data = await callFunction(settings.backend, {
        name: functionName,
        body: { ...content, submissionId: uuidOf(told, forwardKey) },
        data: z.unknown(),
        timeout: FUNCTION_TIMEOUT_MS,
        headers: { "x-forward-key": forwardKey, "x-visitor-address": network },
        requestId: requestIds.getStore(),
      });
      return { failure: null, data };
    } catch (error) {
      return refused(error instanceof CallFailure ? error : noAnswer(error));
    }
  }

  return new Map([
    [paths.simulation, taker(paths.simulation, native(simulationRules))],
    [paths.partners, taker(paths.partners, native(partnershipRules))],
    [paths.contact, taker(paths.contact, native(contactRules))],
    [paths.verify, taker(paths.verify, native(verifyRules))],
    [paths.tracking, taker(paths.tracking, native(secretRules), native(lostLinkRules))],
  ] as const);
}

/** For the log: the answer's code, the fields' names, and what kept an answer away; nothing that was typed. */
function whyOf({ code, fields, cause }: CallFailure) {
  const names = Object.keys(fields).join(" ");
  return {
    code,
    ...(names && { fields: names }),
    ...(cause !== undefined && { reason: reasonOf(innermost(cause)) }),
  };
}

/** fetch hides what happened in the cause of its error. */
function innermost(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? innermost(error.cause) : error;
}

const refused = (failure: CallFailure) => ({ failure, data: null });

/** The fields of these names that hold something. */
function pick(fields: URLSearchParams, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = fields.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

/** A UUID (version 8, RFC 9562) that only somebody with the key can tell from a random one. */
function uuidOf(text: string, key: string): string {
  const hex = createHmac("sha256", key).update(text).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

/** The longest valid form is about 5 kB, and as much again for its encoding. */
const MAXIMUM_BYTES = 16 * 1024;

export type FormPost =
  | { fields: URLSearchParams; refused?: undefined }
  | { fields?: undefined; refused: { status: 403 | 413 | 415; text: string } };

/**
 * Reads a form that a page of this site posted by itself: not another site's, not larger than a form
 * can be, whatever its length claims, and encoded as browsers do it.
 */
async function readFormPost(request: Request, siteOrigin: string): Promise<FormPost> {
  const { headers } = request;
  // Browsers write both, pages neither; some leave out one of them.
  const isOwn =
    headers.get("sec-fetch-site") === "same-origin" || headers.get("origin") === siteOrigin;
  if (!isOwn) return { refused: { status: 403, text: "Envie o formulário a partir do site." } };
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    return { refused: { status: 415, text: "Este formato de envio não é aceito." } };
  }
  const text = await readText(request);
  if (text === undefined) {
    return { refused: { status: 413, text: "Os dados enviados passam do tamanho permitido." } };
  }
  return { fields: new URLSearchParams(text) };
}

async function readText({ body }: Request): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let length = 0;
  let text = "";
  if (!body) return text;
  for await (const part of body) {
    length += part.byteLength;
    if (length > MAXIMUM_BYTES) return undefined;
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}
