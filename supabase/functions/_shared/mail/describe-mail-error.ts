import * as z from "zod/mini";

const smtpErrorSchema = z.object({
  code: z._default(z.string(), "UNKNOWN"),
  responseCode: z.optional(z.number()),
});

/**
 * Why a mail did not go, as a code for staff: "EENVELOPE 550". Never the server's text, which
 * quotes addresses.
 */
export function describeMailError(error: unknown): string {
  if (error instanceof z.core.$ZodError) return "PAYLOAD";
  const { data } = smtpErrorSchema.safeParse(error);
  return [data?.code ?? "UNKNOWN", data?.responseCode].filter(Boolean).join(" ");
}
