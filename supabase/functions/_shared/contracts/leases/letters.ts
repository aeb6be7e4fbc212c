import * as z from "zod/mini";
import { chargeNameSchema, receiptKinds } from "../fields/charges.ts";

/** Reads a code typed in any case or punctuation: O is read as 0, I and L as 1. Returns undefined for other text. */
export function readLetterCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{12}$/.test(code) ? code : undefined;
}

/** Writes a letter's code in groups of four characters. */
export function formatLetterCode(code: string): string {
  return code.match(/.{1,4}/g)?.join("-") ?? code;
}

/** Code of the specimen letter. People may also type EXEM-PLO0-0000. A database constraint reserves the code. */
export const specimenCode = "EXEMP1000000";

export const verifyLetterSchema = z.object({
  code: z.pipe(
    z.string("Digite o código da carta ou do recibo").check(z.maxLength(60, codeMessage())),
    z.pipe(
      z.transform((typed: string) => readLetterCode(typed) ?? ""),
      z.string().check(z.minLength(1, codeMessage())),
    ),
  ),
});

/** Reasons for the end of a contract. Anybody with the letter's code may see these reasons. */
export const letterEndingSchema = z.enum(["regret", "not-started", "never-began", "keys"]);

export const wordsOfLetterEnding = {
  regret: "regretted",
  "not-started": "notStarted",
  "never-began": "neverBegan",
  keys: "keys",
} as const satisfies Record<z.output<typeof letterEndingSchema>, string>;

/** Data of an issued letter that anybody with its code sees. Days are YYYY-MM-DD, and amounts are in reais. */
const issuedLetterSchema = z.object({
  state: z.enum(["upcoming", "in_force", "awaiting_payment", "ended", "revoked", "replaced"]),
  /** The tenant's initials; the full name is not shown. */
  tenant: z.string(),
  city: z.optional(z.string()),
  limit: z.optional(z.number()),
  /** First day of the term; absent for a replaced letter, because only the new letter states the term. */
  startDate: z.optional(z.string()),
  endDate: z.optional(z.string()),
  /** Time at which a corrected letter replaced this letter, ISO 8601. */
  replacedAt: z.optional(z.string()),
  ending: z.optional(letterEndingSchema),
  /** Day on which the contract was ended or revoked before its term was over. */
  closedOn: z.optional(z.string()),
  /** Time at which the letter was issued, ISO 8601. */
  issuedAt: z.string(),
  /** SHA-256 of the letter's PDF, in hexadecimal. */
  fileSha256: z.string(),
});

export type IssuedLetter = z.output<typeof issuedLetterSchema>;

/** Receipt of a payment (private.verified_receipt). The state is `reversed` when the payment was reversed later. */
const issuedReceiptSchema = z.object({
  state: z.enum(["receipt", "reversed"]),
  kind: z.enum(receiptKinds),
  amount: z.number(),
  paidOn: z.string(),
  reversedOn: z.optional(z.string()),
  /** The tenant's initials. */
  tenant: z.string(),
  /** Contract number without its middle: PF-2026-••••••0C72. */
  contract: z.string(),
  /** Charges that the payment pays, each with its part of the amount. */
  pays: z.array(z.extend(chargeNameSchema, { paid: z.number() })),
});

export type IssuedReceipt = z.output<typeof issuedReceiptSchema>;

/** Result of checking a code: the specimen, a letter or a receipt. */
export const verifiedLetterSchema = z.union([
  z.object({ state: z.literal("specimen") }),
  issuedLetterSchema,
  issuedReceiptSchema,
]);

export type VerifiedLetter = z.output<typeof verifiedLetterSchema>;

function codeMessage(): string {
  return "Confira o código: são 12 letras e números";
}
