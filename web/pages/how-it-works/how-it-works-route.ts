import { definePage } from "../define-page.ts";
import { howItWorksQuery } from "./how-it-works-query.ts";

export const howItWorksRoute = definePage({
  path: "/como-funciona",
  kind: "marketing",
  sitemap: "howItWorksPage",
  load: import.meta.env?.SSR && (({ read }) => read(howItWorksQuery)),
  page: async () => (await import("./how-it-works-page.tsx")).HowItWorksPage,
});
