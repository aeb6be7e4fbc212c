import { paths } from "../../config/paths.ts";
import { definePage } from "../define-page.ts";
import { staffTextsQuery } from "./staff-texts-query.ts";

export const reviewSimulationsRoute = definePage({
  path: paths.reviewSimulations,
  kind: "staff",
  load: import.meta.env?.SSR && (({ read }) => read(staffTextsQuery)),
  page: async () => (await import("./review-simulations-page.tsx")).ReviewSimulationsPage,
});
