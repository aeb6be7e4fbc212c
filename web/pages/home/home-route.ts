import { defineQuery } from "groq";
import { paths } from "../../config/paths.ts";
import {
  callToActionProjection,
  coverageNoticeProjection,
  faqItemProjection,
  featureProjection,
  heroProjection,
  imageProjection,
  seoProjection,
  stepProjection,
} from "../../content/queries/projections.ts";
import { definePage } from "../define-page.ts";

/** Content of the home page, with partners and questions in the order that editors chose. */
export const homeQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "homePage" && _id == "homePage"][0]{
  hero ${heroProjection},
  "notice": ${coverageNoticeProjection},
  partnersTitle,
  previousLabel,
  nextLabel,
  "partners": *[_type == "partner"] | order(orderRank asc){
    _id,
    url,
    logo ${imageProjection}
  },
  video{ title, text, url, playLabel, poster ${imageProjection} },
  benefits{ title, intro, items[] ${featureProjection} },
  steps{ title, intro, items[] ${stepProjection} },
  faq{
    title,
    intro,
    "items": *[_type == "faqItem"] | order(orderRank asc) ${faqItemProjection}
  },
  closing ${callToActionProjection},
  seo ${seoProjection}
}`);

export const homeRoute = definePage({
  path: paths.home,
  kind: "marketing",
  sitemap: "homePage",
  load: import.meta.env?.SSR && (({ read }) => read(homeQuery)),
  page: async () => (await import("./home-page.tsx")).HomePage,
});
