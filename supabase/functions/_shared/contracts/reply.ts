import * as z from "zod/mini";

/** Codes by which the browser distinguishes the reasons of a refusal. */
const failureCodes = [
  "invalid_request",
  "invalid_fields",
  "too_large",
  "unauthorized",
  "forbidden",
  "not_found",
  "rate_limited",
  "unknown_contract",
  "wrong_credentials",
  "email_not_confirmed",
  "link_expired",
  "conflict",
  "unavailable",
] as const;

export type FailureCode = (typeof failureCodes)[number];

/** Body of every HTTP answer that is not a success. `message` is a Portuguese sentence that can be shown to people. */
export const failureReplySchema = z.object({
  ok: z.literal(false),
  error: z.object({
    code: z.enum(failureCodes),
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
    retryAfterSeconds: z.optional(z.number()),
  }),
});

export type FailureReply = z.output<typeof failureReplySchema>;

/** Parse options of zod that report a fault in Portuguese when the field has no message of its own. */
export const otherwiseInvalid = { error: () => "Valor inválido" };

/** Returns the first message for each invalid field, to be shown beside the field. */
export function fieldMessages(error: z.core.$ZodError): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of error.issues) {
    const field = path.map(String).join(".");
    if (field !== "") messages[field] ??= message;
  }
  return messages;
}

/** Field for a submission's id. A retry sends the same id, so nothing is stored twice. A missing id is generated. */
export function submissionIdField() {
  return z._default(z.uuid("Identificador de envio inválido"), () => crypto.randomUUID());
}
