import * as z from "zod/mini";
import { emailField } from "./fields/people.ts";
import {
  type OffersStatus,
  askedDocumentsKind,
  askedDocumentsStatus,
  contractEndingsKind,
  contractsLetterFee,
  contractsStatus,
  simulationsStatus,
} from "./stored-values.ts";

/**
 * What the functions of the public forms answer: what the sender is told at once. Nothing of it to
 * whoever sends another form under the id of an earlier one.
 */
export const receiptSchema = z.object({
  protocol: z.string(),
  /** Until when an answer is promised, ISO 8601; a message of the contact form is promised no hour. */
  answerDueAt: z.optional(z.string()),
  /** Of a simulation, opens /acompanhar; absent once an hour has passed since it came in. */
  trackingSecret: z.optional(z.string()),
});

export type Receipt = z.output<typeof receiptSchema>;

/** What track-request takes: what stands behind the fragment of a link, whatever it is. */
export const trackRequestSchema = z.object({
  secret: z.string("Link inválido").check(z.maxLength(200, "Link inválido")),
});

const noSecret = "Cole o link que chegou por e-mail";

/** A link as it is pasted where no script can read the fragment, or what stands behind its #. */
export const trackingSecretFormSchema = z.object({
  secret: z.pipe(
    z.string(noSecret).check(z.maxLength(300, noSecret)),
    z.pipe(
      z.transform((typed: string) => typed.trim().replace(/^.*#/u, "")),
      z.string().check(z.minLength(1, noSecret), z.maxLength(200, noSecret)),
    ),
  ),
});

/** A document that staff asked for; `reason` of a refused one, as staff wrote it. */
export const trackedDocumentSchema = z.object({
  id: z.string(),
  kind: z.enum(askedDocumentsKind),
  note: z.optional(z.string()),
  status: z.enum(askedDocumentsStatus),
  reason: z.optional(z.string()),
});

export type TrackedDocument = z.output<typeof trackedDocumentSchema>;

/** A withdrawn offer is shown to nobody outside the team. */
const trackedOfferStatus = [
  "open",
  "accepted",
  "declined",
  "expired",
] as const satisfies readonly Exclude<OffersStatus, "withdrawn">[];

/** What a renewal is compared with (private.renewed_terms); amounts in reais, days as YYYY-MM-DD. */
export const renewedTermsSchema = z.object({
  contractNumber: z.string(),
  endDate: z.string(),
  landlordName: z.string(),
  rentalValue: z.number(),
  coverLimit: z.nullish(z.number()),
  fee: z.nullish(z.number()),
  months: z.number(),
});

export type RenewedTerms = z.output<typeof renewedTermsSchema>;

/** A value of a renewal as it is written, with the former one beside it where it is another. */
export function besideFormer<Value>(
  value: Value,
  former: Value | null | undefined,
  write: (value: Value) => string,
): string {
  if (former === null || former === undefined || former === value) return write(value);
  return `${write(value)} (antes:\u00a0${write(former)})`;
}

/** The conditions of a guarantee; amounts in reais, days as YYYY-MM-DD. */
export const trackedOfferSchema = z.object({
  id: z.string(),
  status: z.enum(trackedOfferStatus),
  propertyType: z.string(),
  landlordName: z.string(),
  rentalValue: z.number(),
  referenceValue: z.number(),
  coverLimit: z.number(),
  /** The total cost of the term. */
  fee: z.number(),
  feeDueOn: z.string(),
  paymentMethod: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  months: z.number(),
  /** ISO 8601 with time. */
  validUntil: z.string(),
  termsVersion: z.string(),
  /** Of the terms, those that limit rights: each is accepted by itself. */
  clauses: z.array(z.object({ title: z.string(), text: z.string() })),
  /** Of the PDF that is shown before accepting. */
  conditionsSha256: z.string(),
  createdAt: z.string(),
  /** When the applicant asked for others; absent for who did not. ISO 8601. */
  adjustmentAskedAt: z.optional(z.string()),
  /** Whom and what they are for; of the CPF the digits in the middle alone: ***.982.247-**. */
  tenantName: z.string(),
  tenantCpf: z.string(),
  propertyAddress: z.string(),
  /** Of a renewal: the terms of the contract that ends. */
  renews: z.optional(renewedTermsSchema),
});

export type TrackedOffer = z.output<typeof trackedOfferSchema>;

const printedSchema = z.object({
  landlord_name: z.string(),
  property_address: z.string(),
  start_date: z.string(),
  end_date: z.string(),
});

/** A correction that waits for its tenant: what letter and contract say, and what they would. */
export const waitingCorrectionSchema = z.object({
  id: z.string(),
  /** As staff wrote it. */
  reason: z.string(),
  former: printedSchema,
  wanted: printedSchema,
});

export type WaitingCorrection = z.output<typeof waitingCorrectionSchema>;

/** What goes back to a tenant: in reais, until when, and since when it has; days as YYYY-MM-DD. */
export const refundSchema = z.object({
  amount: z.number(),
  dueOn: z.string(),
  paidOn: z.nullish(z.string()),
});

/** What came of an accepted offer; `isReady` once letter and contract are made. Days as YYYY-MM-DD. */
export const trackedContractSchema = z.object({
  contractNumber: z.string(),
  status: z.enum(contractsStatus),
  startDate: z.string(),
  endDate: z.string(),
  /** Whether the letter waits for the fee. */
  letterFee: z.enum(contractsLetterFee),
  isReady: z.boolean(),
  /** Whether its tenant has chosen one. */
  hasPassword: z.boolean(),
  correction: z.optional(waitingCorrectionSchema),
  /** The last day on which the tenant may withdraw; absent once it is over. */
  regretUntil: z.optional(z.string()),
  /** Why it is over, since which day, and what goes back. */
  ending: z.optional(z.enum(contractEndingsKind)),
  endedOn: z.optional(z.string()),
  refund: z.optional(refundSchema),
});

export type TrackedContract = z.output<typeof trackedContractSchema>;

/** What track-request answers: of what was typed what stands in the conditions. */
export const trackedRequestSchema = z.object({
  protocol: z.string(),
  status: z.enum(simulationsStatus),
  receivedAt: z.string(),
  answerDueAt: z.string(),
  decidedAt: z.optional(z.string()),
  /** Of a rejection, as staff wrote it. */
  reason: z.optional(z.string()),
  documents: z.optional(z.array(trackedDocumentSchema)),
  /** Until when those that are missing are to be sent, ISO 8601; absent when none is. */
  documentsDueAt: z.optional(z.string()),
  offer: z.optional(trackedOfferSchema),
  contract: z.optional(trackedContractSchema),
});

export type TrackedRequest = z.output<typeof trackedRequestSchema>;

/** What request-access answers: `changed` is false once there is a password, or before the letter. */
export const firstAccessReplySchema = z.object({ changed: z.boolean() });

/** The form for a lost link, and what request-tracking-link takes. */
export const trackingLinkFormSchema = z.object({
  protocol: protocolField(),
  email: emailField("Informe o e-mail do pedido"),
});

/** Crockford's base 32, and the five symbols that only check. */
const symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U";

function checkSymbol(digits: string): string | undefined {
  const value = [...digits].reduce((rest, digit) => (rest * 32 + symbols.indexOf(digit)) % 37, 0);
  return symbols[value];
}

/**
 * A protocol as it is written, from what somebody types: small letters, without dashes, an O for a
 * zero, an I or L for a one. Undefined when it is none; the database has the same rule,
 * private.is_protocol.
 */
export function readProtocol(typed: string): string | undefined {
  const written = typed.toUpperCase().replace(/[^0-9A-Z]/g, "");
  const [, year, read = ""] = /^PS(\d{4})([0-9A-Z]{8})$/.exec(written) ?? [];
  const digits = read.replaceAll("O", "0").replace(/[IL]/g, "1");
  if (!/^[0-9A-HJKMNP-TV-Z]{8}$/.test(digits)) return undefined;
  return checkSymbol(digits.slice(0, 7)) === digits[7] ? `PS-${year}-${digits}` : undefined;
}

/** A protocol that somebody types. */
export function protocolField() {
  const message = "Confira o protocolo: ele está no e-mail de confirmação";
  return z.pipe(
    z.string(message).check(z.maxLength(40, message)),
    z.pipe(
      z.transform((typed: string) => readProtocol(typed) ?? ""),
      z.string().check(z.minLength(1, message)),
    ),
  );
}
