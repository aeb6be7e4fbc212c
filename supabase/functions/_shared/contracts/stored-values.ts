// Generated from supabase/migrations; do not edit.

/** What asked_documents.file_type may hold. */
export const askedDocumentsFileType = [
  "application/pdf",
  "image/jpeg",
  "image/png",
] as const;
export type AskedDocumentsFileType = (typeof askedDocumentsFileType)[number];

/** What asked_documents.kind may hold. */
export const askedDocumentsKind = [
  "identity",
  "income",
  "residence",
  "other",
] as const;
export type AskedDocumentsKind = (typeof askedDocumentsKind)[number];

/** What asked_documents.status may hold. */
export const askedDocumentsStatus = [
  "asked",
  "sent",
  "accepted",
  "refused",
] as const;
export type AskedDocumentsStatus = (typeof askedDocumentsStatus)[number];

/** What audit_trail.action may hold. */
export const auditTrailAction = [
  "read-simulations",
  "decide-simulation",
  "undo-decision",
  "ask-documents",
  "send-document",
  "view-document",
  "accept-document",
  "refuse-document",
  "read-offers",
  "make-offer",
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
  "set-staff-release",
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
  "send-keys-proof",
  "give-notice",
  "ask-renewal",
  "send-inspection",
  "view-inspection",
  "open-claim",
  "withdraw-claim",
  "reply-claim",
  "appeal-claim",
  "answer-claim",
  "change-claim-account",
  "send-claim-file",
  "view-claim-file",
  "ask-for-claim",
  "decide-claim",
  "second-claim",
  "pay-claim",
  "set-claim-recourse",
] as const;
export type AuditTrailAction = (typeof auditTrailAction)[number];

/** What audit_trail.outcome may hold. */
export const auditTrailOutcome = [
  "done",
  "denied",
] as const;
export type AuditTrailOutcome = (typeof auditTrailOutcome)[number];

/** What case_events.side may hold. */
export const caseEventsSide = [
  "landlord",
  "tenant",
  "staff",
] as const;
export type CaseEventsSide = (typeof caseEventsSide)[number];

/** What case_events.turn may hold. */
export const caseEventsTurn = [
  "landlord",
  "tenant",
  "staff",
] as const;
export type CaseEventsTurn = (typeof caseEventsTurn)[number];

/** What case_events.what may hold. */
export const caseEventsWhat = [
  "opened",
  "file",
  "answered",
  "silent",
  "wanted",
  "replied",
  "decided",
  "appealed",
  "decided-again",
  "account-asked",
  "account-changed",
  "paid",
  "payment-undone",
  "withdrawn",
  "recourse",
] as const;
export type CaseEventsWhat = (typeof caseEventsWhat)[number];

/** What case_notes.side may hold. */
export const caseNotesSide = [
  "tenant",
  "landlord",
] as const;
export type CaseNotesSide = (typeof caseNotesSide)[number];

/** What claim_files.file_type may hold. */
export const claimFilesFileType = [
  "application/pdf",
  "image/jpeg",
  "image/png",
] as const;
export type ClaimFilesFileType = (typeof claimFilesFileType)[number];

/** What claim_files.kind may hold. */
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

/** What claim_files.side may hold. */
export const claimFilesSide = [
  "landlord",
  "tenant",
  "staff",
] as const;
export type ClaimFilesSide = (typeof claimFilesSide)[number];

/** What claim_items.kind may hold. */
export const claimItemsKind = [
  "repair",
  "painting",
  "fine",
] as const;
export type ClaimItemsKind = (typeof claimItemsKind)[number];

/** What claims.appealed_by may hold. */
export const claimsAppealedBy = [
  "tenant",
  "landlord",
] as const;
export type ClaimsAppealedBy = (typeof claimsAppealedBy)[number];

/** What claims.opened_by may hold. */
export const claimsOpenedBy = [
  "landlord",
  "staff",
] as const;
export type ClaimsOpenedBy = (typeof claimsOpenedBy)[number];

/** What claims.recourse_state may hold. */
export const claimsRecourseState = [
  "open",
  "agreed",
  "settled",
  "dropped",
] as const;
export type ClaimsRecourseState = (typeof claimsRecourseState)[number];

/** What claims.wanted_from may hold. */
export const claimsWantedFrom = [
  "tenant",
  "landlord",
] as const;
export type ClaimsWantedFrom = (typeof claimsWantedFrom)[number];

/** What contact_messages.status may hold. */
export const contactMessagesStatus = [
  "new",
  "answered",
] as const;
export type ContactMessagesStatus = (typeof contactMessagesStatus)[number];

/** What contract_endings.asked_by may hold. */
export const contractEndingsAskedBy = [
  "tenant",
  "staff",
] as const;
export type ContractEndingsAskedBy = (typeof contractEndingsAskedBy)[number];

/** What contract_endings.kind may hold. */
export const contractEndingsKind = [
  "regret",
  "moved-out",
  "end-of-lease",
  "cancelled-before-start",
  "unpaid",
  "other",
] as const;
export type ContractEndingsKind = (typeof contractEndingsKind)[number];

/** What contract_endings.proof_type may hold. */
export const contractEndingsProofType = [
  "application/pdf",
  "image/jpeg",
  "image/png",
] as const;
export type ContractEndingsProofType = (typeof contractEndingsProofType)[number];

/** What contract_endings.status may hold. */
export const contractEndingsStatus = [
  "asked",
  "confirmed",
  "withdrawn",
] as const;
export type ContractEndingsStatus = (typeof contractEndingsStatus)[number];

/** What contracts.letter_fee may hold. */
export const contractsLetterFee = [
  "apart",
  "awaited",
  "paid",
] as const;
export type ContractsLetterFee = (typeof contractsLetterFee)[number];

/** What contracts.status may hold. */
export const contractsStatus = [
  "active",
  "ended",
  "cancelled",
] as const;
export type ContractsStatus = (typeof contractsStatus)[number];

/** What document_jobs.status may hold. */
export const documentJobsStatus = [
  "queued",
  "working",
  "done",
  "parked",
] as const;
export type DocumentJobsStatus = (typeof documentJobsStatus)[number];

/** What inspection_files.file_type may hold. */
export const inspectionFilesFileType = [
  "application/pdf",
  "image/jpeg",
  "image/png",
] as const;
export type InspectionFilesFileType = (typeof inspectionFilesFileType)[number];

/** What inspection_files.moment may hold. */
export const inspectionFilesMoment = [
  "entry",
  "exit",
] as const;
export type InspectionFilesMoment = (typeof inspectionFilesMoment)[number];

/** What inspection_files.room may hold. */
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

/** What inspection_files.side may hold. */
export const inspectionFilesSide = [
  "tenant",
  "landlord",
] as const;
export type InspectionFilesSide = (typeof inspectionFilesSide)[number];

/** What landlord_contacts.given_by may hold. */
export const landlordContactsGivenBy = [
  "tenant",
  "staff",
] as const;
export type LandlordContactsGivenBy = (typeof landlordContactsGivenBy)[number];

/** What landlords.kind may hold. */
export const landlordsKind = [
  "owner",
  "agency",
] as const;
export type LandlordsKind = (typeof landlordsKind)[number];

/** What login_attempts.kind may hold. */
export const loginAttemptsKind = [
  "contract",
  "staff",
  "account",
  "password-grant",
  "password-change",
] as const;
export type LoginAttemptsKind = (typeof loginAttemptsKind)[number];

/** What offers.status may hold. */
export const offersStatus = [
  "open",
  "accepted",
  "declined",
  "expired",
  "withdrawn",
] as const;
export type OffersStatus = (typeof offersStatus)[number];

/** What outgoing_mail.status may hold. */
export const outgoingMailStatus = [
  "queued",
  "sending",
  "sent",
  "parked",
] as const;
export type OutgoingMailStatus = (typeof outgoingMailStatus)[number];

/** What outgoing_mail.template may hold. */
export const outgoingMailTemplate = [
  "simulation-received",
  "simulation-notice",
  "simulation-approved",
  "simulation-rejected",
  "tracking-link",
  "documents-asked",
  "offer-made",
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
  "landlord-ended",
  "landlord-term-ends",
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
] as const;
export type OutgoingMailTemplate = (typeof outgoingMailTemplate)[number];

/** What partnership_requests.status may hold. */
export const partnershipRequestsStatus = [
  "new",
  "contacted",
  "accepted",
  "declined",
] as const;
export type PartnershipRequestsStatus = (typeof partnershipRequestsStatus)[number];

/** What payments.paid_how may hold. */
export const paymentsPaidHow = [
  "by-hand",
  "statement",
] as const;
export type PaymentsPaidHow = (typeof paymentsPaidHow)[number];

/** What payments.what may hold. */
export const paymentsWhat = [
  "fee",
  "refund",
  "claim",
] as const;
export type PaymentsWhat = (typeof paymentsWhat)[number];

/** What simulations.status may hold. */
export const simulationsStatus = [
  "pending",
  "approved",
  "rejected",
] as const;
export type SimulationsStatus = (typeof simulationsStatus)[number];

/** What staff.status may hold. */
export const staffStatus = [
  "pending",
  "active",
  "disabled",
] as const;
export type StaffStatus = (typeof staffStatus)[number];

/** What a visitor may set of contact_messages, as a form names it. */
export type ContactMessagesSent =
  | "submissionId"
  | "name"
  | "email"
  | "phone"
  | "subject"
  | "message"
  | "product";

/** What a visitor may set of partnership_requests, as a form names it. */
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

/** What a visitor may set of simulations, as a form names it. */
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

/** What a tenant may read of contracts. */
export type ContractsShown =
  | "id"
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
