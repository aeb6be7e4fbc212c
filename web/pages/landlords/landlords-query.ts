import { defineQuery } from "groq";
import {
  callToActionProjection,
  featureProjection,
  heroProjection,
  linkProjection,
  seoProjection,
  stepProjection,
} from "../../content/queries/projections.ts";

export const landlordsQuery = defineQuery(`*[_type == "landlordsPage" && _id == "landlordsPage"][0]{
  hero ${heroProjection},
  advantages{ title, items[] ${featureProjection} },
  steps{ title, items[] ${stepProjection}, links[] ${linkProjection} },
  closing ${callToActionProjection},
  seo ${seoProjection}
}`);
