/**
 * Business facts that copy refers to as `{{name}}`. Each is a field of the `businessRules`
 * document; the site fills them in, so a number lives in one place only.
 */
export const businessTokens = [
  "approvalHours",
  "partnershipContactHours",
  "coveragePercent",
  "maximumMonths",
  "proofDays",
  "withdrawalDays",
  "claimAnswerDays",
  "claimDecisionDays",
  "claimPaymentDays",
  "claimAppealDays",
  "civilCodeArticles",
  "venue",
] as const;

export type BusinessToken = (typeof businessTokens)[number];
