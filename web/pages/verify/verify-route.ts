import { defineQuery } from "groq";
import { paths } from "../../config/paths.ts";
import { definePage } from "../define-page.ts";

export const verifyQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "verifyPage" && _id == "verifyPage"][0]{
  title,
  intro,
  specimenLabel,
  loadingLabel,
  codeLabel,
  codeHelp,
  submitLabel,
  checkingLabel,
  states,
  labels,
  unknown,
  contactLabel,
  specimen,
  receipt,
  file,
  failure,
  noteText
}`);

export const verifyRoute = definePage({
  path: paths.verify,
  kind: "account",
  load: import.meta.env?.SSR && (({ read }) => read(verifyQuery)),
  page: async () => (await import("./verify-page.tsx")).VerifyPage,
});
