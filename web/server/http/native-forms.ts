import type { Context } from "hono";
import { createHmac } from "node:crypto";
import type { FieldValues } from "react-hook-form";
import * as z from "zod/mini";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { fieldMessages, otherwiseInvalid } from "#contracts/reply.ts";
import type { PublicSettings } from "../../app/layout-content.ts";
import {
  CallFailure,
  type NativeAnswer,
  callFunction,
  noAnswer,
} from "../../backend/call-function.ts";
import type { FieldTable } from "../../ui/form/field-table.ts";
import { innermostCause, logLine, reasonOf, requestIds } from "../../config/log.ts";
import { paths } from "../../config/paths.ts";
import { partnershipRules } from "../../features/partners/applicant/partnership-rules.ts";
import { simulationRules } from "../../features/requests/applicant/simulation-rules.ts";
import { lostLinkRules, secretRules } from "../../features/requests/applicant/tracking-rules.ts";
import { verifyRules } from "../../features/leases/visitor/verify-rules.ts";
import { contactRules } from "../../features/messages/visitor/contact-rules.ts";
import { createRateLimit, readLimitedText } from "./limits.ts";
import { plainReply } from "./security-headers.ts";

/** Limit of form posts, each of which renders a page. `inAll` is too high to be used up by a single visitor. */
const POSTS = { perKey: 30, inAll: 10_000, windowMs: 60_000 };
/** Timeout of the edge function. The timeout is short, because the visitor waits and can safely post the form again. */
const FUNCTION_TIMEOUT_MS = 5_000;
/** Hidden form fields that the pages set themselves. The field tables list only the fields that visitors fill in. */
const EXTRA_FIELDS = ["termsVersion"];

const statuses: Partial<Record<CallFailure["code"], 404 | 422 | 429>> = {
  not_found: 404,
  invalid_fields: 422,
  rate_limited: 429,
};

interface NativeForm {
  functionName: string;
  names: readonly string[];
  /** Sends the fields to the edge function and returns its answer, or the failure. */
  take: (fields: URLSearchParams, network: string) => Promise<Taken>;
}

type Taken = Pick<NativeAnswer, "failure" | "data">;

export interface NativeFormParts {
  settings: PublicSettings;
  /** Secret that proves to the edge functions that the visitor's address in a header comes from this server. */
  forwardKey: string | undefined;
  answerPage(path: string, status: number, answer: NativeAnswer): Promise<Response>;
  /** Returns the visitor's network. Rate limits count the attempts of each network. */
  networkOf: (context: Context) => string;
}

/** Creates handlers, by path, for forms posted without JavaScript. The server neither stores nor logs fields. */
export function createNativeForms(parts: NativeFormParts) {
  const { settings, forwardKey, networkOf } = parts;
  const mayPost = createRateLimit(POSTS);

  /** Creates the handler for a page. When a page has several forms, the posted field names decide which one is used. */
  function formHandler(path: string, ...forms: readonly NativeForm[]) {
    return async (context: Context): Promise<Response> => {
      const network = networkOf(context);
      if (!mayPost(network)) {
        return plainReply("Muitas tentativas. Volte à página e tente em um minuto.", 429);
      }
      const fields = await readFormPost(context.req.raw, settings.origin);
      if (fields instanceof Response) return fields;
      const form = forms.find(({ names }) => names.some((name) => fields.has(name))) ?? forms[0];
      if (!form) throw new Error(`${path} has no form`);
      const typed = pick(fields, form.names);
      const { failure, data } = await form.take(fields, network);
      const status = failure ? (statuses[failure.code] ?? 503) : 200;
      // Only failures that the visitor cannot correct are logged as warnings.
      const level = status === 503 ? "warn" : "info";
      logLine(level, "native-form", { path, status, ...(failure && failureDetails(failure)) });
      const { functionName } = form;
      const shown = failure ? typed : {};
      return parts.answerPage(path, status, { functionName, typed: shown, failure, data });
    };
  }

  /** Creates a form from a field table and the edge function that receives the form. */
  function native<Input extends FieldValues, Output extends FieldValues>(
    form: FieldTable<Input, Output> & { functionName: string },
  ): NativeForm {
    const { functionName, schema, names, boxes } = form;
    async function take(fields: URLSearchParams, network: string): Promise<Taken> {
      const typed = pick(fields, names);
      const ticked = Object.fromEntries(boxes.map((name) => [name, name in typed]));
      const parsed = schema.safeParse({ ...typed, ...ticked }, otherwiseInvalid);
      if (!parsed.success) {
        const messages = fieldMessages(parsed.error);
        return refused(new CallFailure({ code: "invalid_fields", message: "", fields: messages }));
      }
      if (!forwardKey) return refused(noAnswer("no FORWARD_KEY"));
      const content = { ...parsed.data, ...pick(fields, EXTRA_FIELDS) };
      // A reload posts the form again. The id depends on content and day, so the edge function recognizes the repeat.
      const identity = JSON.stringify([functionName, todayInBrasilia(), content]);
      try {
        const data = await callFunction(settings.backend, {
          name: functionName,
          body: { ...content, submissionId: uuidOf(identity, forwardKey) },
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
    return { functionName, names, take };
  }

  return new Map([
    [paths.simulation, formHandler(paths.simulation, native(simulationRules))],
    [paths.partners, formHandler(paths.partners, native(partnershipRules))],
    [paths.contact, formHandler(paths.contact, native(contactRules))],
    [paths.verify, formHandler(paths.verify, native(verifyRules))],
    [paths.tracking, formHandler(paths.tracking, native(secretRules), native(lostLinkRules))],
  ] as const);
}

/** Returns the code, invalid fields and reason of a failure for the log. Typed values are never logged. */
function failureDetails({ code, fields, cause }: CallFailure) {
  const names = Object.keys(fields).join(" ");
  return {
    code,
    ...(names && { fields: names }),
    ...(cause !== undefined && { reason: reasonOf(innermostCause(cause)) }),
  };
}

const refused = (failure: CallFailure) => ({ failure, data: null });

/** Returns the fields in `names` that are not empty. */
function pick(fields: URLSearchParams, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = fields.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

/** Derives a UUID (version 8, RFC 9562) from a text and a secret key. Nobody can predict the UUID without the key. */
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

/** Maximum size of a form post. The longest valid form has about 5 kB, and URL encoding may double that size. */
const MAXIMUM_BYTES = 16 * 1024;

/** Reads a form posted from a page of this site. Refuses other origins, other encodings and long bodies. */
async function readFormPost(
  request: Request,
  siteOrigin: string,
): Promise<URLSearchParams | Response> {
  const { headers } = request;
  // Browsers set these headers, and scripts in pages cannot change them. Some browsers omit one of the two.
  const isOwn =
    headers.get("sec-fetch-site") === "same-origin" || headers.get("origin") === siteOrigin;
  if (!isOwn) return plainReply("Envie o formulário a partir do site.", 403);
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") {
    return plainReply("Este formato de envio não é aceito.", 415);
  }
  const text = await readLimitedText(request, MAXIMUM_BYTES);
  if (text === undefined) return plainReply("Os dados enviados passam do tamanho permitido.", 413);
  return new URLSearchParams(text);
}
