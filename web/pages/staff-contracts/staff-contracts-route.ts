import { paths } from "../../config/paths.ts";
import { definePage, noContent } from "../define-page.ts";

export const staffContractsRoute = definePage({
  path: paths.staffContracts,
  kind: "staff",
  load: noContent,
  page: async () => (await import("./staff-contracts-page.tsx")).StaffContractsPage,
});
