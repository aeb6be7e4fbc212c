import { defineQuery } from "groq";
import { paths } from "../../config/paths.ts";
import { passwordWordsProjection, seoProjection } from "../../content/queries/projections.ts";
import { definePage } from "../define-page.ts";

export const clientAreaQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "clientAreaPage" && _id == "clientAreaPage"][0]{
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
    toSignInLabel,
    forgotLabel,
    forgotText
  },
  clientTab{
    label,
    heading,
    contractNumberLabel,
    passwordLabel,
    submitLabel,
    forgotLabel,
    noContractText,
    trackLabel
  },
  "passwordWords": ${passwordWordsProjection},
  recovery{ title, text, emailLabel, submitLabel, cancelLabel },
  seo ${seoProjection}
}`);

export const clientAreaRoute = definePage({
  path: paths.clientArea,
  kind: "account",
  load: import.meta.env?.SSR && (({ read }) => read(clientAreaQuery)),
  page: async () => (await import("./client-area-page.tsx")).ClientAreaPage,
});

/** Shows the login page of the client area (domain decision 3). */
export const loginRoute = definePage({
  path: paths.login,
  kind: "account",
  load: import.meta.env?.SSR && (({ read }) => read(clientAreaQuery)),
  page: async () => (await import("./client-area-page.tsx")).ClientAreaPage,
});
