import * as z from "zod/mini";

/** Every way a function can refuse; the browser tells them apart by these. */
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

/** The body of every answer that is not a success. `message` is Portuguese, fit to be shown. */
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

/**
 * Given to whatever reads by a contract: what the contract has no words for, as no form sends it, is
 * told in Portuguese, too.
 */
export const otherwiseInvalid = { error: () => "Valor inválido" };

/** The first message of each field, by the field's name: what a form shows under its inputs. */
export function fieldMessages(error: z.core.$ZodError): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of error.issues) {
    const field = path.map(String).join(".");
    if (field !== "") messages[field] ??= message;
  }
  return messages;
}

/**
 * One filling-in of a form. The browser makes it, so that a retry after a lost answer stores
 * nothing twice; without it each request counts as new.
 */
export function submissionIdField() {
  return z._default(z.uuid("Identificador de envio inválido"), () => crypto.randomUUID());
}
