import { defineQuery } from "groq";
import { termsVersionPath } from "#contracts/legal-text.ts";
import { fillVariablesIn } from "#contracts/fields/variables.ts";
import { paths } from "../../config/paths.ts";
import type { PageReader } from "../../content/source/page-reader.ts";
import {
  coverageNoticeProjection,
  heroProjection,
  seoProjection,
} from "../../content/queries/projections.ts";
import { coverageQuery } from "../../content/queries/shared-queries.ts";
import { definePage } from "../define-page.ts";

export const simulationQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "simulationPage" && _id == "simulationPage"][0]{
  hero ${heroProjection},
  "notice": ${coverageNoticeProjection},
  form{
    personalTitle,
    propertyTitle,
    ownerTitle,
    additionalTitle,
    personalStep,
    propertyStep,
    ownerStep,
    additionalStep,
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
  aside{ limitTitle, limitPrompt, handTitle, handItems, answerTitle, answerText },
  otherProduct{ text, linkLabel },
  "others": *[_type == "product" && defined(slug.current) && showsCoverage != true] | order(orderRank){
    "slug": slug.current,
    name
  },
  "whatsapp": *[_type == "siteSettings" && _id == "siteSettings"][0].whatsapp,
  "termsVersion": *[_type == "legalVersion" && subject == "termsPage"] | order(number desc)[0].version,
  "privacyTitle": *[_type == "privacyPolicy" && _id == "privacyPolicy"][0].title,
  seo ${seoProjection}
}`);

/** Loads the page. The consent text links to the accepted version of the terms and to the published privacy policy. */
async function loadSimulation(read: PageReader["read"]) {
  const [{ privacyTitle, form, others, otherProduct, ...content }, coverage] = await Promise.all([
    read(simulationQuery),
    read(coverageQuery),
  ]);
  const { calculator, limit, fee, rules } = coverage;
  const { consentText, consentLinkLabel, consentTextAfter, ...texts } = form;
  const { termsVersion } = content;
  return {
    ...content,
    coverage: { calculator, limit, fee, rules },
    // The product's name is inserted on the server, so that browsers load less code.
    others: others.map(({ slug, name: product }) => ({
      slug,
      ...fillVariablesIn(otherProduct, { product }),
    })),
    form: texts,
    consent: [
      { text: `${consentText} ` },
      { text: consentLinkLabel, href: termsVersion ? termsVersionPath(termsVersion) : paths.terms },
      { text: ` ${consentTextAfter} ` },
      ...(privacyTitle ? [{ text: privacyTitle, href: paths.privacy }] : []),
    ],
  };
}

export const simulationRoute = definePage({
  path: paths.simulation,
  kind: "form",
  sitemap: "simulationPage",
  load: import.meta.env?.SSR && (({ read }) => loadSimulation(read)),
  page: async () => (await import("./simulation-page.tsx")).SimulationPage,
});
