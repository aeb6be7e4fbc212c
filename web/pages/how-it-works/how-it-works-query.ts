import { defineQuery } from "groq";
import {
  callToActionProjection,
  heroProjection,
  richTextProjection,
  seoProjection,
  stepProjection,
} from "../../content/queries/projections.ts";

export const howItWorksQuery =
  defineQuery(`*[_type == "howItWorksPage" && _id == "howItWorksPage"][0]{
  hero ${heroProjection},
  steps{ title, items[] ${stepProjection} },
  details[] ${richTextProjection},
  closing ${callToActionProjection},
  seo ${seoProjection}
}`);
