import { defineQuery } from "groq";
import { paths } from "../../config/paths.ts";
import { seoProjection } from "../../content/queries/projections.ts";
import { definePage } from "../define-page.ts";

export const contractQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "contractPage" && _id == "contractPage"][0]{
  title,
  loadingLabel,
  listTitle,
  numberLabel,
  activeLabel,
  inactiveLabel,
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
    ended,
    cancelled,
    afterText,
    overText,
    reasonLabel
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
  calendar{ label, start, end, proof, regret, fee },
  "days": *[_type == "businessRules" && _id == "businessRules"][0]{ proofDays, withdrawalDays },
  renewal{
    title,
    text,
    askLabel,
    askedText,
    offeredText,
    declinedText,
    expiredText,
    renewedText,
    failedText
  },
  help{ title, text },
  "exclusions": *[_type == "coverage" && _id == "coverage"][0].exclusions{
    title,
    items[]{ _key, text },
    note
  },
  "company": *[_type == "siteSettings" && _id == "siteSettings"][0]{
    email,
    phone,
    legalName,
    cnpj,
    address{ street, district, city, state, postalCode }
  },
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
