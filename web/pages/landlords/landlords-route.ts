import { readCoverage } from "../../features/estimate-coverage/read-coverage.ts";
import { definePage } from "../define-page.ts";
import { landlordsQuery } from "./landlords-query.ts";

export const landlordsRoute = definePage({
  path: "/locadores",
  kind: "marketing",
  sitemap: "landlordsPage",
  load:
    import.meta.env?.SSR &&
    (async ({ read }) => {
      const [page, coverage] = await Promise.all([read(landlordsQuery), readCoverage(read)]);
      return { ...page, coverage };
    }),
  page: async () => (await import("./landlords-page.tsx")).LandlordsPage,
});
