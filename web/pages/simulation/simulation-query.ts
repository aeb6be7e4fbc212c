import { defineQuery } from "groq";
import {
  formFieldProjection,
  heroProjection,
  seoProjection,
} from "../../content/queries/projections.ts";

export const simulationQuery =
  defineQuery(`*[_type == "simulationPage" && _id == "simulationPage"][0]{
  hero ${heroProjection},
  form{
    personalTitle,
    propertyTitle,
    ownerTitle,
    additionalTitle,
    fields{
      fullName ${formFieldProjection},
      email ${formFieldProjection},
      phone ${formFieldProjection},
      cpf ${formFieldProjection},
      birthDate ${formFieldProjection},
      monthlyIncome ${formFieldProjection},
      occupation ${formFieldProjection},
      propertyAddress ${formFieldProjection},
      propertyCity ${formFieldProjection},
      propertyState ${formFieldProjection},
      rentalValue ${formFieldProjection},
      ownerName ${formFieldProjection},
      ownerContact ${formFieldProjection},
      comments ${formFieldProjection}
    },
    consentText,
    consentLinkLabel,
    consentTextAfter,
    privacyNote,
    costNote,
    submitLabel,
    sendingLabel,
    errorSummaryTitle,
    whyLabel,
    choosePlaceholder
  },
  "termsVersion": *[_type == "termsPage" && _id == "termsPage"][0].version,
  seo ${seoProjection}
}`);
