import { paths } from "../../config/paths.ts";
import { definePage, noContent } from "../define-page.ts";

export const staffSecurityRoute = definePage({
  path: paths.staffSecurity,
  kind: "staff",
  load: noContent,
  page: async () => (await import("./staff-security-page.tsx")).StaffSecurityPage,
});
