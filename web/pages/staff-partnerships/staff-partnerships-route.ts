import { paths } from "../../config/paths.ts";
import { definePage } from "../define-page.ts";
import { partnershipTextsQuery } from "./partnership-texts-query.ts";

export const staffPartnershipsRoute = definePage({
  path: paths.staffPartnerships,
  kind: "staff",
  load: import.meta.env?.SSR && (({ read }) => read(partnershipTextsQuery)),
  page: async () => (await import("./staff-partnerships-page.tsx")).StaffPartnershipsPage,
});
