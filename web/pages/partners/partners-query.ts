import { defineQuery } from "groq";
import {
  featureProjection,
  heroProjection,
  seoProjection,
  stepProjection,
} from "../../content/queries/projections.ts";

export const partnersQuery = defineQuery(`*[_type == "partnersPage" && _id == "partnersPage"][0]{
  hero ${heroProjection},
  advantages{ title, items[] ${featureProjection} },
  steps{ title, items[] ${stepProjection} },
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
  seo ${seoProjection}
}`);
