import { defineQuery } from "groq";
import { heroProjection, seoProjection } from "../../content/queries/projections.ts";

export const simulationQuery =
  defineQuery(`*[_type == "simulationPage" && _id == "simulationPage"][0]{
  hero ${heroProjection},
  form{
    personalTitle,
    propertyTitle,
    ownerTitle,
    additionalTitle,
    fields,
    consentText,
    consentLinkLabel,
    consentTextAfter,
    privacyNote,
    costNote,
    submitLabel,
    sendingLabel,
    errorSummaryTitle,
    whyLabel,
    choosePlaceholder
  },
  result,
  "whatsapp": *[_type == "siteSettings" && _id == "siteSettings"][0].whatsapp,
  "termsVersion": *[_type == "legalVersion" && subject == "termsPage"] | order(number desc)[0].version,
  "privacyTitle": *[_type == "privacyPolicy" && _id == "privacyPolicy"][0].title,
  seo ${seoProjection}
}`);
