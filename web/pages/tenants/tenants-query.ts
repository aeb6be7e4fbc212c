import { defineQuery } from "groq";
import {
  callToActionProjection,
  featureProjection,
  heroProjection,
  seoProjection,
} from "../../content/queries/projections.ts";

export const tenantsQuery = defineQuery(`*[_type == "tenantsPage" && _id == "tenantsPage"][0]{
  hero ${heroProjection},
  advantages{ title, items[] ${featureProjection} },
  closing ${callToActionProjection},
  seo ${seoProjection}
}`);
