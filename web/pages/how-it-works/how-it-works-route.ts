import { defineQuery } from "groq";
import {
  callToActionProjection,
  heroProjection,
  richTextProjection,
  seoProjection,
  stepProjection,
} from "../../content/queries/projections.ts";
import { readCoverage } from "../../features/requests/applicant/read-coverage.ts";
import { definePage } from "../define-page.ts";

export const howItWorksQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "howItWorksPage" && _id == "howItWorksPage"][0]{
  hero ${heroProjection},
  steps{ title, items[] ${stepProjection} },
  details[] ${richTextProjection},
  closing ${callToActionProjection},
  seo ${seoProjection}
}`);

export const howItWorksRoute = definePage({
  path: "/como-funciona",
  kind: "marketing",
  sitemap: "howItWorksPage",
  load:
    import.meta.env?.SSR &&
    (async ({ read }) => {
      const [page, coverage] = await Promise.all([read(howItWorksQuery), readCoverage(read)]);
      return { ...page, coverage };
    }),
  page: async () => (await import("./how-it-works-page.tsx")).HowItWorksPage,
});
