import { paths } from "../../config/paths.ts";
import { definePage } from "../define-page.ts";
import { loadSimulation } from "./load-simulation.ts";

export const simulationRoute = definePage({
  path: paths.simulation,
  kind: "form",
  sitemap: "simulationPage",
  load: import.meta.env?.SSR && (({ read }) => loadSimulation(read)),
  page: async () => (await import("./simulation-page.tsx")).SimulationPage,
});
