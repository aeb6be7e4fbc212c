import * as z from "zod/mini";

const smtpErrorSchema = z.object({
  code: z._default(z.string(), "UNKNOWN"),
  responseCode: z.optional(z.number()),
});

/**
 * Returns a code for staff, such as "EAUTH 535". "ERECIPIENT" means that the recipient's address or mailbox was refused,
 * which pages nobody (private.is_about_recipient). Leaves out the server's text, which quotes addresses.
 */
export function describeMailError(error: unknown): string {
  if (error instanceof z.core.$ZodError) return "PAYLOAD";
  const { data } = smtpErrorSchema.safeParse(error);
  const code = isAboutRecipient(error) ? "ERECIPIENT" : (data?.code ?? "UNKNOWN");
  return [code, data?.responseCode].filter(Boolean).join(" ");
}

/** Code for a mail server that received the whole message and then did not answer. */
export const noAnswer = "ENOANSWER";

const refusalSchema = z.object({
  /** SMTP commands whose refusal concerns the recipient or message. Other refusals concern the sender or connection. */
  command: z.enum(["RCPT TO", "DATA"]),
  responseCode: z.number(),
  response: z.string(),
});

/** SMTP codes about the recipient's mailbox or address, or about the message (RFC 5321 and 7504). */
const aboutTheMail = [501, 550, 551, 552, 553, 556];

/** Enhanced SMTP codes about an address, a mailbox, the content or the size of the message (RFC 3463). */
const saysAboutTheMail = /^5\d\d[ -]5\.(?:1\.(?![78]\b)|2\.|6\.|3\.4\b)/;
const saysMore = /^5\d\d[ -]5\.\d/;
/** Enhanced SMTP codes about the recipient's address or mailbox, for ever (5) or for now (4). */
const saysAboutRecipient = /^[45]\d\d[ -][45]\.(?:1\.(?![78]\b)|2\.)/;

/**
 * Tells whether a retry is pointless, because a retry would fail again or could deliver the mail twice. Faults that an
 * operator can repair are not final: a wrong password (535), refused connections (554 at the greeting), a blocked
 * sender (5.1.8, 5.7.1).
 */
export function isFinal(error: unknown): boolean {
  if (z.object({ code: z.literal(noAnswer) }).safeParse(error).success) return true;
  const { data: refusal } = refusalSchema.safeParse(error);
  if (!refusal) return false;
  const { command, responseCode, response } = refusal;
  if (saysMore.test(response)) return saysAboutTheMail.test(response);
  return aboutTheMail.includes(responseCode) || (responseCode === 554 && command === "DATA");
}

function isAboutRecipient(error: unknown): boolean {
  const { data: refusal } = refusalSchema.safeParse(error);
  if (!refusal) return false;
  return (
    saysAboutRecipient.test(refusal.response) || (refusal.command === "RCPT TO" && isFinal(error))
  );
}
