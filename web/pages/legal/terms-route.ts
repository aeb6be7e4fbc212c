import { paths } from "../../config/paths.ts";
import { definePage } from "../define-page.ts";
import { loadTerms } from "./load-legal.ts";

export const termsRoute = definePage({
  path: paths.terms,
  kind: "marketing",
  sitemap: "termsPage",
  load: import.meta.env?.SSR && (({ read }) => loadTerms(read)),
  page: async () => (await import("./legal-page.tsx")).LegalPage,
});
