import { defineQuery } from "groq";
import {
  featureProjection,
  formFieldProjection,
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
    fields{
      partnerName ${formFieldProjection},
      email ${formFieldProjection},
      phone ${formFieldProjection},
      companyName ${formFieldProjection},
      propertyAddress ${formFieldProjection},
      propertyCity ${formFieldProjection},
      propertyState ${formFieldProjection},
      propertyType ${formFieldProjection},
      propertyValue ${formFieldProjection},
      message ${formFieldProjection}
    },
    submitLabel,
    sendingLabel,
    requiredNote,
    choosePlaceholder,
    errorSummaryTitle
  },
  seo ${seoProjection}
}`);
