import { defineQuery } from "groq";
import { paths } from "../../config/paths.ts";
import {
  coverageNoticeProjection,
  featureProjection,
  heroProjection,
  pictureProjection,
  seoProjection,
  stepProjection,
} from "../../content/queries/projections.ts";
import { definePage } from "../define-page.ts";

export const partnersQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "partnersPage" && _id == "partnersPage"][0]{
  hero ${heroProjection},
  "notice": ${coverageNoticeProjection},
  advantages{ title, items[] ${featureProjection} },
  steps{ title, items[] ${stepProjection} },
  picture ${pictureProjection},
  form{
    title,
    intro,
    fields,
    submitLabel,
    sendingLabel,
    requiredNote,
    choosePlaceholder,
    errorSummaryTitle
  },
  result,
  "whatsapp": *[_type == "siteSettings" && _id == "siteSettings"][0].whatsapp,
  seo ${seoProjection}
}`);

export const partnersRoute = definePage({
  path: paths.partners,
  kind: "form",
  sitemap: "partnersPage",
  load: import.meta.env?.SSR && (({ read }) => read(partnersQuery)),
  page: async () => (await import("./partners-page.tsx")).PartnersPage,
});
