import { defineQuery } from "groq";
import {
  callToActionProjection,
  coverageNoticeProjection,
  featureProjection,
  heroProjection,
  richTextProjection,
  seoProjection,
} from "../../content/queries/projections.ts";
import { definePage } from "../define-page.ts";

export const aboutQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "aboutPage" && _id == "aboutPage"][0]{
  hero ${heroProjection},
  "notice": ${coverageNoticeProjection},
  mission{ title, text },
  values{ title, items[] ${featureProjection} },
  body[] ${richTextProjection},
  closing ${callToActionProjection},
  seo ${seoProjection}
}`);

export const aboutRoute = definePage({
  path: "/quem-somos",
  kind: "marketing",
  sitemap: "aboutPage",
  load: import.meta.env?.SSR && (({ read }) => read(aboutQuery)),
  page: async () => (await import("./about-page.tsx")).AboutPage,
});
