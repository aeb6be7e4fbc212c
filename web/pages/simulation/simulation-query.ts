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
  "termsVersion": *[_type == "termsPage" && _id == "termsPage"][0].version,
  seo ${seoProjection}
}`);
