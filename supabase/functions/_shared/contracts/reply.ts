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
