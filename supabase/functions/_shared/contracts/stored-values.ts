// Generated from supabase/migrations; do not edit.

/** Allowed values of asked_documents.kind. */
export const askedDocumentsKind = [
  "identity",
  "income",
  "residence",
  "other",
] as const;
export type AskedDocumentsKind = (typeof askedDocumentsKind)[number];

/** Allowed values of asked_documents.status. */
export const askedDocumentsStatus = [
  "asked",
  "sent",
  "accepted",
  "refused",
] as const;
export type AskedDocumentsStatus = (typeof askedDocumentsStatus)[number];

/** Allowed values of asked_files.file_type. */
export const askedFilesFileType = [
  "application/pdf",
  "image/jpeg",
  "image/png",
] as const;
export type AskedFilesFileType = (typeof askedFilesFileType)[number];

/** Allowed values of audit_trail.action. */
export const auditTrailAction = [
  "read-simulations",
  "decide-simulation",
  "undo-decision",
  "ask-documents",
  "send-document",
  "withdraw-file",
  "view-document",
  "accept-document",
  "refuse-document",
  "read-offers",
  "make-offer",
  "correct-request",
  "check-corrections",
  "withdraw-offer",
  "accept-offer",
  "answer-offer",
  "read-contracts",
  "close-contract",
  "resend-access",
  "file-contract-document",
  "rename-contract-document",
  "withdraw-contract-document",
  "view-contract-document",
  "retry-documents",
  "read-partnership-requests",
  "answer-partnership-request",
  "note-partnership-request",
  "read-contact-messages",
  "answer-contact-message",
  "resend-mail",
  "sign-in",
  "confirm-staff-address",
  "set-staff-status",
  "create-recovery-codes",
  "redeem-recovery-code",
  "read-partners",
  "end-partnership",
  "note-case",
  "hold-case",
  "set-staff-name",
  "set-staff-rights",
  "end-staff-sessions",
  "set-second-factor",
  "change-password",
  "set-staff-digest",
  "correct-contract",
  "accept-correction",
  "withdraw-correction",
  "answer-question",
  "undo-closing",
  "read-landlords",
  "set-landlord",
  "ask-landlord",
  "answer-landlord",
  "remove-landlord-address",
  "book-payment",
  "undo-payment",
  "book-statement",
  "view-receipt",
  "export-payments",
  "regret-contract",
  "ask-ending",
  "withdraw-ending",
  "confirm-ending",
  "ask-about-ending",
  "state-handover",
  "send-keys-proof",
  "give-notice",
  "ask-renewal",
  "send-inspection",
  "view-inspection",
  "set-file-aside",
  "check-landlord-address",
  "open-claim",
  "complete-claim",
  "withdraw-claim",
  "reply-claim",
  "answer-claim",
  "review-claim",
  "answer-review",
  "change-claim-account",
  "send-claim-file",
  "view-claim-file",
  "ask-for-claim",
  "decide-claim",
  "second-claim",
  "undo-claim-decision",
  "pay-claim",
  "set-claim-recourse",
  "change-refund-account",
  "approve-payout",
  "withdraw-approval",
  "set-staff-settings",
  "read-audit",
  "export-audit",
  "dismiss-mail",
  "send-reminder",
  "record-bureau-answer",
  "set-bureau-answer-aside",
] as const;
export type AuditTrailAction = (typeof auditTrailAction)[number];

/** Allowed values of audit_trail.outcome. */
export const auditTrailOutcome = [
  "done",
  "denied",
] as const;
export type AuditTrailOutcome = (typeof auditTrailOutcome)[number];

/** Allowed values of case_events.side. */
export const caseEventsSide = [
  "landlord",
  "tenant",
  "staff",
] as const;
export type CaseEventsSide = (typeof caseEventsSide)[number];

/** Allowed values of case_events.turn. */
export const caseEventsTurn = [
  "landlord",
  "tenant",
  "staff",
] as const;
export type CaseEventsTurn = (typeof caseEventsTurn)[number];

/** Allowed values of case_events.what. */
export const caseEventsWhat = [
  "opened",
  "complete",
  "file",
  "answered",
  "done",
  "silent",
  "wanted",
  "replied",
  "decided",
  "decision-undone",
  "review",
  "review-answered",
  "decided-again",
  "account-asked",
  "account-changed",
  "paid",
  "payment-undone",
  "withdrawn",
  "voided",
  "revived",
  "recourse",
  "file-aside",
] as const;
export type CaseEventsWhat = (typeof caseEventsWhat)[number];

/** Allowed values of case_notes.side. */
export const caseNotesSide = [
  "tenant",
  "landlord",
] as const;
export type CaseNotesSide = (typeof caseNotesSide)[number];

/** Allowed values of charges.cause. */
export const chargesCause = [
  "acceptance",
  "ending",
  "decision",
  "agreement",
  "surplus",
] as const;
export type ChargesCause = (typeof chargesCause)[number];

/** Allowed values of charges.kind. */
export const chargesKind = [
  "fee",
  "refund",
  "claim",
  "recovery",
] as const;
export type ChargesKind = (typeof chargesKind)[number];

/** Allowed values of claim_files.file_type. */
export const claimFilesFileType = [
  "application/pdf",
  "image/jpeg",
  "image/png",
] as const;
export type ClaimFilesFileType = (typeof claimFilesFileType)[number];

/** Allowed values of claim_files.kind. */
export const claimFilesKind = [
  "estimate",
  "invoice",
  "photo",
  "contract",
  "keys",
  "payment",
  "other",
] as const;
export type ClaimFilesKind = (typeof claimFilesKind)[number];

/** Allowed values of claim_files.side. */
export const claimFilesSide = [
  "landlord",
  "tenant",
  "staff",
] as const;
export type ClaimFilesSide = (typeof claimFilesSide)[number];

/** Allowed values of claim_items.kind. */
export const claimItemsKind = [
  "repair",
  "painting",
  "fine",
] as const;
export type ClaimItemsKind = (typeof claimItemsKind)[number];

/** Allowed values of claim_reviews.side. */
export const claimReviewsSide = [
  "tenant",
  "landlord",
] as const;
export type ClaimReviewsSide = (typeof claimReviewsSide)[number];

/** Allowed values of claims.opened_by. */
export const claimsOpenedBy = [
  "landlord",
  "staff",
] as const;
export type ClaimsOpenedBy = (typeof claimsOpenedBy)[number];

/** Allowed values of claims.recourse_state. */
export const claimsRecourseState = [
  "open",
  "agreed",
  "settled",
  "dropped",
] as const;
export type ClaimsRecourseState = (typeof claimsRecourseState)[number];

/** Allowed values of claims.wanted_from. */
export const claimsWantedFrom = [
  "tenant",
  "landlord",
] as const;
export type ClaimsWantedFrom = (typeof claimsWantedFrom)[number];

/** Allowed values of claims.withdrawn_why. */
export const claimsWithdrawnWhy = [
  "landlord",
  "cancelled",
] as const;
export type ClaimsWithdrawnWhy = (typeof claimsWithdrawnWhy)[number];

/** Allowed values of contact_messages.status. */
export const contactMessagesStatus = [
  "new",
  "answered",
] as const;
export type ContactMessagesStatus = (typeof contactMessagesStatus)[number];

/** Allowed values of contract_endings.asked_by. */
export const contractEndingsAskedBy = [
  "tenant",
  "landlord",
  "staff",
] as const;
export type ContractEndingsAskedBy = (typeof contractEndingsAskedBy)[number];

/** Allowed values of contract_endings.kind. */
export const contractEndingsKind = [
  "regret",
  "moved-out",
  "end-of-lease",
  "cancelled-before-start",
  "never-began",
  "unpaid",
  "other",
] as const;
export type ContractEndingsKind = (typeof contractEndingsKind)[number];

/** Allowed values of contract_endings.status. */
export const contractEndingsStatus = [
  "asked",
  "confirmed",
  "withdrawn",
] as const;
export type ContractEndingsStatus = (typeof contractEndingsStatus)[number];

/** Allowed values of contracts.letter_fee. */
export const contractsLetterFee = [
  "apart",
  "awaited",
  "paid",
] as const;
export type ContractsLetterFee = (typeof contractsLetterFee)[number];

/** Allowed values of contracts.payment_plan. */
export const contractsPaymentPlan = [
  "pix",
  "other",
] as const;
export type ContractsPaymentPlan = (typeof contractsPaymentPlan)[number];

/** Allowed values of contracts.renewal_asked_by. */
export const contractsRenewalAskedBy = [
  "tenant",
  "landlord",
] as const;
export type ContractsRenewalAskedBy = (typeof contractsRenewalAskedBy)[number];

/** Allowed values of contracts.status. */
export const contractsStatus = [
  "active",
  "ended",
  "cancelled",
] as const;
export type ContractsStatus = (typeof contractsStatus)[number];

/** Allowed values of document_jobs.status. */
export const documentJobsStatus = [
  "queued",
  "working",
  "done",
  "parked",
] as const;
export type DocumentJobsStatus = (typeof documentJobsStatus)[number];

/** Allowed values of handover_statements.proof_type. */
export const handoverStatementsProofType = [
  "application/pdf",
  "image/jpeg",
  "image/png",
] as const;
export type HandoverStatementsProofType = (typeof handoverStatementsProofType)[number];

/** Allowed values of handover_statements.side. */
export const handoverStatementsSide = [
  "tenant",
  "landlord",
  "staff",
] as const;
export type HandoverStatementsSide = (typeof handoverStatementsSide)[number];

/** Allowed values of inspection_files.file_type. */
export const inspectionFilesFileType = [
  "application/pdf",
  "image/jpeg",
  "image/png",
] as const;
export type InspectionFilesFileType = (typeof inspectionFilesFileType)[number];

/** Allowed values of inspection_files.moment. */
export const inspectionFilesMoment = [
  "entry",
  "exit",
] as const;
export type InspectionFilesMoment = (typeof inspectionFilesMoment)[number];

/** Allowed values of inspection_files.room. */
export const inspectionFilesRoom = [
  "living",
  "bedroom",
  "kitchen",
  "bathroom",
  "laundry",
  "outside",
  "whole",
  "other",
] as const;
export type InspectionFilesRoom = (typeof inspectionFilesRoom)[number];

/** Allowed values of inspection_files.side. */
export const inspectionFilesSide = [
  "tenant",
  "landlord",
] as const;
export type InspectionFilesSide = (typeof inspectionFilesSide)[number];

/** Allowed values of landlords.kind. */
export const landlordsKind = [
  "owner",
  "agency",
] as const;
export type LandlordsKind = (typeof landlordsKind)[number];

/** Allowed values of lease_addresses.given_by. */
export const leaseAddressesGivenBy = [
  "tenant",
  "landlord",
  "staff",
] as const;
export type LeaseAddressesGivenBy = (typeof leaseAddressesGivenBy)[number];

/** Allowed values of login_attempts.kind. */
export const loginAttemptsKind = [
  "contract",
  "staff",
  "account",
  "password-grant",
  "password-change",
] as const;
export type LoginAttemptsKind = (typeof loginAttemptsKind)[number];

/** Allowed values of movements.direction. */
export const movementsDirection = [
  "in",
  "out",
] as const;
export type MovementsDirection = (typeof movementsDirection)[number];

/** Allowed values of movements.source. */
export const movementsSource = [
  "by-hand",
  "statement",
] as const;
export type MovementsSource = (typeof movementsSource)[number];

/** Allowed values of offers.payment_plan. */
export const offersPaymentPlan = [
  "pix",
  "other",
] as const;
export type OffersPaymentPlan = (typeof offersPaymentPlan)[number];

/** Allowed values of offers.status. */
export const offersStatus = [
  "open",
  "accepted",
  "declined",
  "expired",
  "withdrawn",
] as const;
export type OffersStatus = (typeof offersStatus)[number];

/** Allowed values of outgoing_mail.status. */
export const outgoingMailStatus = [
  "queued",
  "sending",
  "sent",
  "parked",
  "dismissed",
] as const;
export type OutgoingMailStatus = (typeof outgoingMailStatus)[number];

/** Allowed values of outgoing_mail.template. */
export const outgoingMailTemplate = [
  "simulation-received",
  "simulation-notice",
  "simulation-approved",
  "simulation-rejected",
  "tracking-link",
  "request-corrected",
  "request-address-left",
  "documents-asked",
  "offer-made",
  "offer-changed",
  "offer-reminder",
  "offer-accepted",
  "offer-notice",
  "acceptance-notice",
  "question-answered",
  "contract-ready",
  "contract-ended",
  "contract-regretted",
  "ending-news",
  "ending-notice",
  "payment-received",
  "payment-reversed",
  "refund-due",
  "refund-paid",
  "fee-overdue",
  "fee-notice",
  "term-ends",
  "renewal-notice",
  "renewal-offered",
  "renewal-ready",
  "contact-changed",
  "correction-asked",
  "letter-reissued",
  "landlord-asked",
  "landlord-link",
  "letter-fee",
  "landlord-fee",
  "landlord-letter",
  "landlord-replaced",
  "landlord-ending",
  "landlord-ended",
  "landlord-term-ends",
  "landlord-act",
  "landlord-checked",
  "address-notice",
  "claims-end-soon",
  "landlord-claims-end",
  "partnership-received",
  "partnership-notice",
  "contact-received",
  "contact-notice",
  "password-recovery",
  "password-created",
  "password-changed",
  "staff-confirmation",
  "staff-pending",
  "staff-released",
  "staff-recovery",
  "staff-password-changed",
  "staff-factor-changed",
  "staff-digest",
  "test-mail",
  "claim-opened",
  "claim-told",
  "claim-new",
  "claim-wanted",
  "claim-decided",
  "claim-paid",
  "claim-account",
  "refund-account",
] as const;
export type OutgoingMailTemplate = (typeof outgoingMailTemplate)[number];

/** Allowed values of partnership_requests.status. */
export const partnershipRequestsStatus = [
  "new",
  "contacted",
  "accepted",
  "declined",
] as const;
export type PartnershipRequestsStatus = (typeof partnershipRequestsStatus)[number];

/** Allowed values of simulations.status. */
export const simulationsStatus = [
  "pending",
  "approved",
  "rejected",
] as const;
export type SimulationsStatus = (typeof simulationsStatus)[number];

/** Allowed values of staff.status. */
export const staffStatus = [
  "pending",
  "active",
  "disabled",
] as const;
export type StaffStatus = (typeof staffStatus)[number];

/** Allowed values of staff_rights.name. */
export const staffRightsName = [
  "read",
  "requests",
  "offers",
  "contracts",
  "money",
  "payouts",
  "claims",
  "team",
  "owner",
] as const;
export type StaffRightsName = (typeof staffRightsName)[number];

/** Fields of contact_messages that a visitor may set, by their form names. */
export type ContactMessagesSent =
  | "submissionId"
  | "name"
  | "email"
  | "phone"
  | "subject"
  | "message"
  | "product";

/** Fields of partnership_requests that a visitor may set, by their form names. */
export type PartnershipRequestsSent =
  | "submissionId"
  | "partnerName"
  | "email"
  | "phone"
  | "companyName"
  | "propertyAddress"
  | "propertyCity"
  | "propertyState"
  | "propertyType"
  | "propertyValue"
  | "message";

/** Fields of simulations that a visitor may set, by their form names. */
export type SimulationsSent =
  | "submissionId"
  | "fullName"
  | "email"
  | "phone"
  | "cpf"
  | "birthDate"
  | "monthlyIncome"
  | "occupation"
  | "propertyAddress"
  | "propertyCity"
  | "propertyState"
  | "rentalValue"
  | "ownerName"
  | "ownerContact"
  | "comments"
  | "acceptedTermsVersion"
  | "propertyType";

/** Columns of contracts that a tenant may read. */
export type ContractsShown =
  | "id"
  | "leaseId"
  | "userId"
  | "contractNumber"
  | "status"
  | "tenantName"
  | "tenantCpf"
  | "tenantEmail"
  | "tenantPhone"
  | "landlordName"
  | "propertyType"
  | "propertyAddress"
  | "rentalValue"
  | "guaranteeReferenceValue"
  | "startDate"
  | "endDate"
  | "contractDurationMonths"
  | "paymentMethod"
  | "createdAt"
  | "propertyCity"
  | "propertyState"
  | "coverLimit"
  | "fee"
  | "closedAt"
  | "closeReason"
  | "endsOn"
  | "landlordPhone"
  | "feeDueOn"
  | "letterFee"
  | "renewsContractId"
  | "renewalAskedAt";
