import { defineQuery } from "groq";
import { paths } from "../../config/paths.ts";
import {
  companyProjection,
  passwordWordsProjection,
  seoProjection,
} from "../../content/queries/projections.ts";
import { definePage } from "../define-page.ts";

export const contractQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "contractPage" && _id == "contractPage"][0]{
  title,
  loadingLabel,
  listTitle,
  periods,
  numberLabel,
  activeLabel,
  inactiveLabel,
  awaitingLabel,
  signOutLabel,
  changePasswordLabel,
  tenantTitle,
  landlordTitle,
  propertyTitle,
  valuesTitle,
  labels,
  term{
    daysLeft,
    oneDay,
    lastDay,
    upcoming,
    awaitingPayment,
    ended,
    cancelled,
    afterText,
    renewedText,
    endingText,
    overText,
    leftText,
    cancelledText,
    reasonLabel,
    planned,
    endsOn,
    endedOn,
    cancelledOn
  },
  letter{
    title,
    codeLabel,
    validLabel,
    copyLabel,
    copiedLabel,
    sendLabel,
    sendText,
    text,
    verifyLabel,
    pendingText
  },
  correction{
    title,
    text,
    reasonLabel,
    nowLabel,
    thenLabel,
    nameLabel,
    acceptLabel,
    wrongNameText,
    failedText,
    acceptedText
  },
  calendar{ label, start, end, proof, proofText, regret, fee },
  "days": *[_type == "businessRules" && _id == "businessRules"][0]{ withdrawalDays },
  landlordAddress,
  inspections{
    ...,
    "days": *[_type == "businessRules" && _id == "businessRules"][0]{ proofDays, claimNoticeDays }
  },
  regret,
  ending,
  kinds,
  payment,
  "pix": *[_type == "siteSettings" && _id == "siteSettings"][0].pix{
    key,
    payeeName,
    payeeCity,
    note
  },
  refundAccount,
  "accountFields": *[_type == "landlordAreaPage" && _id == "landlordAreaPage"][0].claim.account,
  claim,
  "claimSheet": *[_type == "landlordAreaPage" && _id == "landlordAreaPage"][0].claimSheet,
  renewal,
  help{ title, text },
  "exclusions": *[_type == "coverage" && _id == "coverage"][0].exclusions{
    title,
    items[]{ _key, text },
    note
  },
  "company": ${companyProjection},
  "passwordWords": ${passwordWordsProjection},
  documentsTitle,
  downloadLabel,
  documentsFailedText,
  notFoundTitle,
  backToLoginLabel,
  tryAgainLabel,
  printedLabel,
  passwordChange{ title, text, currentLabel, newLabel, newHelp, failedText, submitLabel, cancelLabel },
  seo ${seoProjection}
}`);

export const contractRoute = definePage({
  path: paths.contract,
  kind: "account",
  load: import.meta.env?.SSR && (({ read }) => read(contractQuery)),
  page: async () => (await import("./contract-page.tsx")).ContractPage,
});
