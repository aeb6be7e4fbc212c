import { defineQuery } from "groq";
import {
  clauseAnchorProjection,
  imageProjection,
  linkAddress,
  linkProjection,
} from "./projections.ts";

/** Query for the business rules, such as deadlines. Editors insert them into texts by name: `{{approvalHours}}`. */
export const businessRulesQuery =
  defineQuery(`*[_type == "businessRules" && _id == "businessRules"][0]{
  approvalHours, partnershipContactHours, coveragePercent, maximumMonths, proofDays,
  withdrawalDays, refundDays, refundReason, noticeDays, handoverDays,
  claimNoticeDays, claimEvidenceDays, claimAnswerDays, claimDecisionDays, claimPaymentDays,
  claimAppealDays, civilCodeArticles, venue
}`);

/** Query for the texts about coverage, the business rules for its limit, and the clauses to which the texts link. */
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

export const layoutQuery = defineQuery(`{
  "settings": *[_type == "siteSettings" && _id == "siteSettings"][0]{
    brandName,
    legalName,
    cnpj,
    address{ street, district, city, state, postalCode },
    email,
    phone,
    serviceArea,
    openingHours,
    socialLinks[]{ _key, network, url },
    dataProtectionOfficer{ name, email },
    defaultSeo{ title, description, image ${imageProjection} },
    regulatoryNote,
    skipLinkLabel,
    liveUpdateLabel,
    notices{
      areaNeedsScript,
      sendingNeedsScript,
      scriptAdvice,
      sendingUnavailable,
      otherChannelLabel,
      notConfirmed,
      tryAgain,
      homeLabel,
      mistypedQuestion,
      mistypedYesLabel,
      mistypedNoLabel
    }
  },
  "navigation": *[_type == "navigation" && _id == "navigation"][0]{
    items[] ${linkProjection},
    productsLabel,
    clientAreaLabel,
    contractLabel,
    trackLabel,
    simulateLabel,
    manageLabel,
    manageLabelMobile,
    openMenuLabel,
    closeMenuLabel,
    mainMenuLabel
  },
  "footer": *[_type == "footer" && _id == "footer"][0]{
    about,
    columns[]{ _key, title, links[] ${linkProjection} },
    contactTitle,
    socialTitle,
    officerLabel,
    copyright
  },
  "products": *[_type == "product" && defined(slug.current)] | order(orderRank asc){
    _id,
    menuLabel,
    summary,
    "path": "/" + slug.current,
    "icon": benefits.items[0].icon
  }
}`);

/** Query for the paths of published documents, from which the site's routes are made. */
export const pathsQuery = defineQuery(`{
  "products": *[_type == "product" && defined(slug.current)].slug.current,
  "pages": *[_type == "page" && defined(path)].path,
  "versions": *[_type == "legalVersion" && defined(path)].path,
  "hasPrivacyPolicy": count(*[_type == "privacyPolicy" && _id == "privacyPolicy"]) > 0,
  "redirects": *[_type == "redirect" && defined(from) && defined(coalesce(target, to))]{
    from,
    "to": coalesce(target{ "address": ${linkAddress} }.address, to),
    permanent
  }
}`);

/** Query for documents that may have a page, with the time of their last change. Singletons have their type as id. */
export const sitemapQuery = defineQuery(`*[
  _id == _type
  || (_type == "product" && defined(slug.current))
  || (_type == "page" && defined(path))
] | order(_id asc){
  _type,
  "path": select(
    _type == "product" => "/" + slug.current,
    _type == "page" => path,
    _type == "privacyPolicy" => "/privacidade"
  ),
  _updatedAt
}`);
