import { defineQuery } from "groq";

/** The numbers of the business that copy refers to by {{field}}. */
export const businessRulesQuery =
  defineQuery(`*[_type == "businessRules" && _id == "businessRules"][0]{
  approvalHours, partnershipContactHours, coveragePercent, maximumMonths, proofDays,
  withdrawalDays,   civilCodeArticles, venue
}`);
