import { definePage } from "../define-page.ts";
import { landlordsQuery } from "./landlords-query.ts";

export const landlordsRoute = definePage({
  path: "/locadores",
  kind: "marketing",
  sitemap: "landlordsPage",
  load: import.meta.env?.SSR && (({ read }) => read(landlordsQuery)),
  page: async () => (await import("./landlords-page.tsx")).LandlordsPage,
});
