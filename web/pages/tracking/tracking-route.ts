import { defineQuery } from "groq";
import { paths } from "../../config/paths.ts";
import type { PageReader } from "../../content/source/page-reader.ts";
import { coverageQuery } from "../../content/queries/shared-queries.ts";
import { definePage } from "../define-page.ts";

export const trackingQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "trackingPage" && _id == "trackingPage"][0]{
  title,
  intro,
  loadingLabel,
  protocolLabel,
  copyLabel,
  copiedLabel,
  receivedLabel,
  dueLabel,
  documentsDueLabel,
  timeZoneNote,
  nowTitle,
  whoLabel,
  reasonTitle,
  stagesTitle,
  doneLabel,
  currentLabel,
  pausedLabel,
  aheadLabel,
  maybeLabel,
  sendDocumentsLabel,
  readOfferLabel,
  readCorrectionLabel,
  againLabel,
  whatsappLabel,
  whatsappMessage,
  stages,
  states,
  offer,
  documents,
  correct,
  lost,
  failure,
  "correction": *[_type == "contractPage" && _id == "contractPage"][0].correction{
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
  "whatsapp": *[_type == "siteSettings" && _id == "siteSettings"][0].whatsapp
}`);

/** Texts about the end of a contract, which this page shares with /contrato. */
export const endingTextsQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "contractPage" && _id == "contractPage"][0]{
  regret,
  kinds,
  refundAccount,
  "accountFields": *[_type == "landlordAreaPage" && _id == "landlordAreaPage"][0].claim.account
}`);

async function readTracking(read: PageReader["read"]) {
  const [texts, { exclusions, inclusions }, endings] = await Promise.all([
    read(trackingQuery),
    read(coverageQuery),
    read(endingTextsQuery),
  ]);
  return { ...texts, ...endings, coverage: { exclusions, inclusions } };
}

export const trackingRoute = definePage({
  path: paths.tracking,
  kind: "account",
  load: import.meta.env?.SSR && (({ read }) => readTracking(read)),
  page: async () => (await import("./tracking-page.tsx")).TrackingPage,
});
