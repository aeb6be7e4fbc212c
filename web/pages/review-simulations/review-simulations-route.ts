import { paths } from "../../config/paths.ts";
import { definePage, noContent } from "../define-page.ts";

export const reviewSimulationsRoute = definePage({
  path: paths.reviewSimulations,
  kind: "account",
  load: noContent,
  page: async () => (await import("./review-simulations-page.tsx")).ReviewSimulationsPage,
});
