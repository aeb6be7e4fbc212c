import { readCoverage } from "../../features/estimate-coverage/read-coverage.ts";
import { definePage } from "../define-page.ts";
import { howItWorksQuery } from "./how-it-works-query.ts";

export const howItWorksRoute = definePage({
  path: "/como-funciona",
  kind: "marketing",
  sitemap: "howItWorksPage",
  load:
    import.meta.env?.SSR &&
    (async ({ read }) => {
      const [page, coverage] = await Promise.all([read(howItWorksQuery), readCoverage(read)]);
      return { ...page, coverage };
    }),
  page: async () => (await import("./how-it-works-page.tsx")).HowItWorksPage,
});
