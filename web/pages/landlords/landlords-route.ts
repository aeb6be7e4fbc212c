import { defineQuery } from "groq";
import {
  callToActionProjection,
  featureProjection,
  heroProjection,
  linkProjection,
  pictureProjection,
  seoProjection,
  specimenLabelProjection,
  stepProjection,
} from "../../content/queries/projections.ts";
import { readCoverage } from "../../features/requests/applicant/read-coverage.ts";
import { definePage } from "../define-page.ts";

export const landlordsQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "landlordsPage" && _id == "landlordsPage"][0]{
  hero ${heroProjection},
  advantages{ title, items[] ${featureProjection} },
  steps{ title, items[] ${stepProjection}, links[] ${linkProjection} },
  "claimTimes": select(claimTimes.isShown => claimTimes{
    title, text, decidedTitle, decidedText, paidTitle, paidText
  }),
  picture ${pictureProjection},
  closing ${callToActionProjection},
  "specimenLabel": ${specimenLabelProjection},
  seo ${seoProjection}
}`);

export const landlordsRoute = definePage({
  path: "/locadores",
  kind: "marketing",
  sitemap: "landlordsPage",
  load:
    import.meta.env?.SSR &&
    (async ({ read }) => {
      const [page, coverage] = await Promise.all([read(landlordsQuery), readCoverage(read)]);
      return { ...page, coverage };
    }),
  page: async () => (await import("./landlords-page.tsx")).LandlordsPage,
});
