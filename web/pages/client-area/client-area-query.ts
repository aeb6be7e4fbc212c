import { defineQuery } from "groq";
import { seoProjection } from "../../content/queries/projections.ts";

export const clientAreaQuery =
  defineQuery(`*[_type == "clientAreaPage" && _id == "clientAreaPage"][0]{
  title,
  intro,
  adminTab{
    label,
    heading,
    emailLabel,
    passwordLabel,
    signInLabel,
    signUpLabel,
    toSignUpLabel,
    toSignInLabel
  },
  clientTab{ label, heading, contractNumberLabel, passwordLabel, submitLabel, forgotLabel },
  recovery{ title, text, emailLabel, submitLabel, cancelLabel },
  seo ${seoProjection}
}`);
