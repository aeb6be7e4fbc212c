import { paths } from "../../config/paths.ts";
import { definePage } from "../define-page.ts";
import { termsQuery } from "./terms-query.ts";

export const termsRoute = definePage({
  path: paths.terms,
  kind: "marketing",
  sitemap: "termsPage",
  load: import.meta.env?.SSR && (({ read }) => read(termsQuery)),
  page: async () => (await import("./terms-page.tsx")).TermsPage,
});
