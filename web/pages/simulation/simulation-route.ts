import { paths } from "../../config/paths.ts";
import { definePage } from "../define-page.ts";
import { simulationQuery } from "./simulation-query.ts";

export const simulationRoute = definePage({
  path: paths.simulation,
  kind: "form",
  sitemap: "simulationPage",
  load: import.meta.env?.SSR && (({ read }) => read(simulationQuery)),
  page: async () => (await import("./simulation-page.tsx")).SimulationPage,
});
