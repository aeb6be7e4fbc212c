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

/** The server has the whole message and has not said what becomes of it. */
export const noAnswer = "ENOANSWER";

const refusalSchema = z.object({
  /** Only what is said to the recipient and to the message: not to the sender, not at the greeting. */
  command: z.enum(["RCPT TO", "DATA"]),
  responseCode: z.number(),
  response: z.string(),
});

/** RFC 5321 and 7504: about a mailbox, its address or the message. */
const aboutTheMail = [501, 550, 551, 552, 553, 556];

/** RFC 3463, where a server says more: an address, a mailbox, the content, the size. */
const saysAboutTheMail = /^5\d\d[ -]5\.(?:1\.(?![78]\b)|2\.|6\.|3\.4\b)/;
const saysMore = /^5\d\d[ -]5\.\d/;

/**
 * Whether trying a mail again would fail again, or could deliver it twice. What would stop every
 * mail is no such thing, although its codes begin with 5, too: a wrong password (535), a closed
 * server (554 at the greeting), a sender or an address of ours that is blocked (5.1.8, 5.7.1).
 * That passes once somebody mends it, and the queue must not be parked by then.
 */
export function isFinal(error: unknown): boolean {
  if (z.object({ code: z.literal(noAnswer) }).safeParse(error).success) return true;
  const { data: refusal } = refusalSchema.safeParse(error);
  if (!refusal) return false;
  const { command, responseCode, response } = refusal;
  if (saysMore.test(response)) return saysAboutTheMail.test(response);
  return aboutTheMail.includes(responseCode) || (responseCode === 554 && command === "DATA");
}
