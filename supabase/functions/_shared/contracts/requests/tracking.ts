import * as z from "zod/mini";
import { emailField } from "../fields/people.ts";
import { askedFileSchema } from "./documents.ts";
import { instalmentsSchema, offerChangesSchema } from "./offer-terms.ts";
import {
  type OffersStatus,
  askedDocumentsKind,
  askedDocumentsStatus,
  contractEndingsKind,
  contractsLetterFee,
  contractsStatus,
  offersPaymentPlan,
  simulationsStatus,
} from "../stored-values.ts";

/** Reply to public forms. It is empty when an earlier, different form had the same submission id. */
export const receiptSchema = z.object({
  protocol: z.string(),
  /** Time by which an answer is promised, ISO 8601; absent for the contact form. */
  answerDueAt: z.optional(z.string()),
  /** Secret of the link to /acompanhar; absent for a retry more than an hour after the simulation arrived. */
  trackingSecret: z.optional(z.string()),
});

export type Receipt = z.output<typeof receiptSchema>;

/** Input of the edge function track-request: the values in the URL fragment of a link to /acompanhar. */
export const trackRequestSchema = z.object({
  secret: z.string("Link inválido").check(z.maxLength(200, "Link inválido")),
});

const noSecret = "Cole o link que chegou por e-mail";

/** Form in which a person pastes a link or its fragment, in case the page's script did not read the fragment. */
export const trackingSecretFormSchema = z.object({
  secret: z.pipe(
    z.string(noSecret).check(z.maxLength(300, noSecret)),
    z.pipe(
      z.transform((typed: string) => typed.trim().replace(/^.*#/u, "")),
      z.string().check(z.minLength(1, noSecret), z.maxLength(200, noSecret)),
    ),
  ),
});

/** Document that staff requested. `reason` is the text that staff wrote when refusing. Files are in order of arrival. */
export const trackedDocumentSchema = z.object({
  id: z.string(),
  kind: z.enum(askedDocumentsKind),
  note: z.optional(z.string()),
  status: z.enum(askedDocumentsStatus),
  reason: z.optional(z.string()),
  files: z.array(askedFileSchema),
});

export type TrackedDocument = z.output<typeof trackedDocumentSchema>;

/** States of offers that applicants see; only staff see withdrawn offers. */
const trackedOfferStatus = [
  "open",
  "accepted",
  "declined",
  "expired",
] as const satisfies readonly Exclude<OffersStatus, "withdrawn">[];

/** Terms of the contract that an offer renews (private.renewed_terms). Amounts in reais, days as YYYY-MM-DD. */
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

/** Conditions of an offered guarantee. Amounts in reais, days as YYYY-MM-DD. */
export const trackedOfferSchema = z.object({
  id: z.string(),
  status: z.enum(trackedOfferStatus),
  propertyType: z.string(),
  landlordName: z.string(),
  rentalValue: z.number(),
  referenceValue: z.number(),
  coverLimit: z.number(),
  /** Price of the guarantee for the whole term. */
  fee: z.number(),
  /** Due date of the fee, or of its first instalment. */
  feeDueOn: z.string(),
  paymentPlan: z.enum(offersPaymentPlan),
  /** Portuguese description of the payment plan. */
  paymentMethod: z.string(),
  instalments: instalmentsSchema,
  letterNeedsFee: z.boolean(),
  /** Reason that staff gave for a start that was not after the day of the offer. */
  pastStartReason: z.optional(z.string()),
  startDate: z.string(),
  endDate: z.string(),
  months: z.number(),
  /** End of the time to accept, ISO 8601. */
  validUntil: z.string(),
  termsVersion: z.string(),
  /** Clauses of the terms that limit rights. The applicant accepts each clause separately. */
  clauses: z.array(z.object({ title: z.string(), text: z.string() })),
  /** SHA-256 of the conditions PDF that the applicant sees before accepting. */
  conditionsSha256: z.string(),
  createdAt: z.string(),
  /** Time at which the applicant asked for changes, ISO 8601; absent when nobody asked. */
  adjustmentAskedAt: z.optional(z.string()),
  /** Name of the tenant. The tenant's CPF in the next field is masked: ***.982.247-**. */
  tenantName: z.string(),
  tenantCpf: z.string(),
  propertyAddress: z.string(),
  renews: z.optional(renewedTermsSchema),
  changes: offerChangesSchema,
  /** Time of the offer that the applicant read before this one; absent for the first offer. */
  earlierAt: z.optional(z.string()),
});

export type TrackedOffer = z.output<typeof trackedOfferSchema>;

const printedSchema = z.object({
  landlord_name: z.string(),
  property_address: z.string(),
  start_date: z.string(),
  end_date: z.string(),
});

/** Correction that the tenant has not accepted yet: the values of letter and contract before and after correction. */
export const waitingCorrectionSchema = z.object({
  id: z.string(),
  reason: z.string(),
  former: printedSchema,
  wanted: printedSchema,
});

export type WaitingCorrection = z.output<typeof waitingCorrectionSchema>;

/** Refund to a tenant. Amount in reais, days as YYYY-MM-DD. */
export const refundSchema = z.object({
  amount: z.number(),
  dueOn: z.string(),
  paidOn: z.nullish(z.string()),
});

/** Masked account, as its owner sees it. `isOther` is true when the holder's CPF or CNPJ is not the tenant's. */
const shownAccountSchema = z.object({ text: z.string(), isOther: z.boolean() });

/** Confirmed account for an unpaid refund, and the account (`next`) that is not confirmed yet. */
export const refundAccountSchema = z.object({
  account: z.optional(shownAccountSchema),
  next: z.optional(shownAccountSchema),
});
export type RefundAccount = z.output<typeof refundAccountSchema>;

/** Contract of an accepted offer. `isReady` is true when letter and contract are issued. Days as YYYY-MM-DD. */
export const trackedContractSchema = z.object({
  contractNumber: z.string(),
  status: z.enum(contractsStatus),
  startDate: z.string(),
  endDate: z.string(),
  /** Whether the letter takes effect only after payment of the fee, and whether the fee is paid. */
  letterFee: z.enum(contractsLetterFee),
  isReady: z.boolean(),
  hasPassword: z.boolean(),
  correction: z.optional(waitingCorrectionSchema),
  /** Last day on which the tenant may withdraw from the contract; absent after that day. */
  regretUntil: z.optional(z.string()),
  /** Kind of the contract's end; absent while the contract has not been ended. */
  ending: z.optional(z.enum(contractEndingsKind)),
  /** Last day, when staff have ended the contract or confirmed its ending for a later day. */
  endedOn: z.optional(z.string()),
  refund: z.optional(refundSchema),
  /** Absent when no refund is due. */
  refundAccount: z.optional(refundAccountSchema),
});

export type TrackedContract = z.output<typeof trackedContractSchema>;

/**
 * Reply of the edge function track-request. Only `offer`, and the correction in `contract`, contain data that the
 * applicant typed into the form.
 */
export const trackedRequestSchema = z.object({
  protocol: z.string(),
  status: z.enum(simulationsStatus),
  receivedAt: z.string(),
  answerDueAt: z.string(),
  decidedAt: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** True until conditions have been mailed or the request is rejected. */
  canCorrect: z.optional(z.boolean()),
  documents: z.optional(z.array(trackedDocumentSchema)),
  /** Time by which the missing documents must arrive, ISO 8601; absent when no document is missing. */
  documentsDueAt: z.optional(z.string()),
  offer: z.optional(trackedOfferSchema),
  contract: z.optional(trackedContractSchema),
});

export type TrackedRequest = z.output<typeof trackedRequestSchema>;

/** Reply of request-access; `changed` is false when a password exists or the letter is not issued yet. */
export const firstAccessReplySchema = z.object({ changed: z.boolean() });

export const trackingLinkFormSchema = z.object({
  protocol: protocolField(),
  email: emailField("Informe o e-mail do pedido"),
});

/** Crockford's base 32: 32 digits, then five symbols that are used only as check symbols. */
const symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ*~$=U";

function checkSymbol(digits: string): string | undefined {
  const value = [...digits].reduce((rest, digit) => (rest * 32 + symbols.indexOf(digit)) % 37, 0);
  return symbols[value];
}

/**
 * Reads a protocol in any case, with O as 0 and I or L as 1 (private.is_protocol). Returns undefined for any other
 * text.
 */
export function readProtocol(typed: string): string | undefined {
  const written = typed.toUpperCase().replace(/[^0-9A-Z]/g, "");
  const [, year, read = ""] = /^PS(\d{4})([0-9A-Z]{8})$/.exec(written) ?? [];
  const digits = read.replaceAll("O", "0").replace(/[IL]/g, "1");
  if (!/^[0-9A-HJKMNP-TV-Z]{8}$/.test(digits)) return undefined;
  return checkSymbol(digits.slice(0, 7)) === digits[7] ? `PS-${year}-${digits}` : undefined;
}

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
