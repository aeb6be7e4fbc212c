import * as z from "zod/mini";
import { readLetterCode } from "./letter-code.ts";

/** The form of /verificar, and what verify-letter takes: a code, however it is typed. */
export const verifyLetterSchema = z.object({
  code: z.pipe(
    z.string("Digite o código da carta").check(z.maxLength(60, codeMessage())),
    z.pipe(
      z.transform((typed: string) => readLetterCode(typed) ?? ""),
      z.string().check(z.minLength(1, codeMessage())),
    ),
  ),
});

/** What verify-letter answers: what a letter is worth today. Days as YYYY-MM-DD, in reais. */
export const verifiedLetterSchema = z.object({
  state: z.enum(["upcoming", "in_force", "ended", "revoked"]),
  /** Initials alone. */
  tenant: z.string(),
  city: z.optional(z.string()),
  limit: z.optional(z.number()),
  startDate: z.string(),
  endDate: z.string(),
  /** When it was ended or revoked before its term, ISO 8601. */
  closedAt: z.optional(z.string()),
  /** ISO 8601. */
  issuedAt: z.string(),
  /** Of the PDF that was issued, in hexadecimal. */
  fileSha256: z.string(),
});

export type VerifiedLetter = z.output<typeof verifiedLetterSchema>;

function codeMessage(): string {
  return "Confira o código: são 12 letras e números";
}
