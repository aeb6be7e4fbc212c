import { defineQuery } from "groq";
import {
  callToActionProjection,
  featureProjection,
  heroProjection,
  richTextProjection,
  seoProjection,
} from "../../content/queries/projections.ts";

export const aboutQuery = defineQuery(`*[_type == "aboutPage" && _id == "aboutPage"][0]{
  hero ${heroProjection},
  mission{ title, text },
  values{ title, items[] ${featureProjection} },
  body[] ${richTextProjection},
  closing ${callToActionProjection},
  seo ${seoProjection}
}`);
