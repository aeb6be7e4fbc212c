import { defineQuery } from "groq";
import {
  callToActionProjection,
  coverageNoticeProjection,
  featureProjection,
  heroProjection,
  pictureProjection,
  seoProjection,
} from "../../content/queries/projections.ts";
import { definePage } from "../define-page.ts";

export const tenantsQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "tenantsPage" && _id == "tenantsPage"][0]{
  hero ${heroProjection},
  "notice": ${coverageNoticeProjection},
  advantages{ title, items[] ${featureProjection} },
  picture ${pictureProjection},
  closing ${callToActionProjection},
  seo ${seoProjection}
}`);

export const tenantsRoute = definePage({
  path: "/locatarios",
  kind: "marketing",
  sitemap: "tenantsPage",
  load: import.meta.env?.SSR && (({ read }) => read(tenantsQuery)),
  page: async () => (await import("./tenants-page.tsx")).TenantsPage,
});
