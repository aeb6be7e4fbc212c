import { defineQuery } from "groq";
import { clauseAnchorProjection } from "./projections.ts";

/**
 * How much the guarantee covers, with the numbers of the business rules and the clauses of the
 * terms that say the same: every page that tells it reads it here.
 */
export const coverageQuery = defineQuery(`*[_type == "coverage" && _id == "coverage"][0]{
  tenants{ title, intro },
  landlords{ title, intro },
  exclusions{ title, items[]{ _key, text }, note },
  inclusions{ title, items[]{ _key, text } },
  limit{
    title,
    text,
    caption,
    examples[]{ _key, rent, months },
    rentLabel,
    monthsLabel,
    referenceLabel,
    limitLabel
  },
  calculator{ title, help, prompt, unclear },
  fee{ label, note },
  clauseLabel,
  "rules": *[_type == "businessRules" && _id == "businessRules"][0]{
    coveragePercent,
    maximumMonths,
    feeEstimate{ minimumPercent, maximumPercent }
  },
  "clauses": coalesce(
    *[_type == "termsPage" && _id == "termsPage"][0].clauses[defined(topic)]{
      "anchor": ${clauseAnchorProjection},
      number,
      topic
    },
    []
  )
}`);
