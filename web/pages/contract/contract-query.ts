import { defineQuery } from "groq";
import { seoProjection } from "../../content/queries/projections.ts";

export const contractQuery = defineQuery(`*[_type == "contractPage" && _id == "contractPage"][0]{
  title,
  loadingLabel,
  numberLabel,
  activeLabel,
  inactiveLabel,
  signOutLabel,
  changePasswordLabel,
  tenantTitle,
  landlordTitle,
  propertyTitle,
  valuesTitle,
  labels{
    name,
    cpf,
    email,
    phone,
    landlordName,
    propertyType,
    propertyAddress,
    rentalValue,
    guaranteeValue,
    startDate,
    endDate,
    duration,
    paymentMethod
  },
  documentsTitle,
  downloadLabel,
  documentsFailedText,
  notFoundTitle,
  backToLoginLabel,
  tryAgainLabel,
  passwordChange{ title, text, currentLabel, newLabel, newHelp, submitLabel, cancelLabel },
  seo ${seoProjection}
}`);
