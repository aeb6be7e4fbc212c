/** Names of `businessRules` fields that texts insert as `{{name}}`, so that each number is stored only once. */
export const businessTokens = [
  "approvalHours",
  "partnershipContactHours",
  "coveragePercent",
  "maximumMonths",
  "proofDays",
  "withdrawalDays",
  "refundDays",
  "refundReason",
  "noticeDays",
  "handoverDays",
  "claimNoticeDays",
  "claimEvidenceDays",
  "claimAnswerDays",
  "claimDecisionDays",
  "claimPaymentDays",
  "claimAppealDays",
  "civilCodeArticles",
  "venue",
] as const;

export type BusinessToken = (typeof businessTokens)[number];
