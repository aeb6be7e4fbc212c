import { defineQuery } from "groq";
import { passwordWordsProjection } from "../../content/queries/projections.ts";
import { definePage } from "../define-page.ts";

export const newPasswordQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "clientAreaPage" && _id == "clientAreaPage"][0].newPassword{
  title,
  "passwordWords": ${passwordWordsProjection},
  intro,
  checkingLabel,
  passwordLabel,
  passwordHelp,
  failedText,
  submitLabel,
  expiredTitle,
  expiredText,
  expiredLabel,
  firstTitle,
  firstIntro,
  firstLabel,
  firstSubmitLabel,
  firstExpiredText,
  firstExpiredLabel,
  firstSignInLabel,
  staffIntro,
  staffHelp,
  staffExpiredText
}`);

export const newPasswordRoute = definePage({
  path: "/area-cliente/nova-senha",
  kind: "account",
  load: import.meta.env?.SSR && (({ read }) => read(newPasswordQuery)),
  page: async () => (await import("./new-password-page.tsx")).NewPasswordPage,
});
