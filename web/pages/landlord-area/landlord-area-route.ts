import { defineQuery } from "groq";
import { paths } from "../../config/paths.ts";
import { clauseAnchorProjection, companyProjection } from "../../content/queries/projections.ts";
import { definePage } from "../define-page.ts";

export const landlordAreaQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "landlordAreaPage" && _id == "landlordAreaPage"][0]{
  title,
  intro,
  loadingLabel,
  empty,
  labels,
  letter,
  list,
  lease,
  waiting,
  lost,
  failure,
  claim,
  claimSheet,
  "coverage": *[_type == "coverage" && _id == "coverage"][0]{
    exclusions{ title, items[]{ _key, text }, note },
    clauseLabel
  },
  "excluded": *[_type == "termsPage" && _id == "termsPage"][0].clauses[topic == "excluded"][0]{
    "anchor": ${clauseAnchorProjection},
    number
  },
  "company": ${companyProjection},
  "inspections": *[_type == "contractPage" && _id == "contractPage"][0].inspections{
    ...,
    "days": *[_type == "businessRules" && _id == "businessRules"][0]{ proofDays, claimNoticeDays }
  },
  "calendar": *[_type == "contractPage" && _id == "contractPage"][0].calendar{
    label,
    start,
    end,
    proof,
    proofText
  },
  "states": *[_type == "verifyPage" && _id == "verifyPage"][0].states
}`);

export const landlordAreaRoute = definePage({
  path: paths.landlordArea,
  kind: "account",
  load: import.meta.env?.SSR && (({ read }) => read(landlordAreaQuery)),
  page: async () => (await import("./landlord-area-page.tsx")).LandlordAreaPage,
});
