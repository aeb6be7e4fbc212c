import { paths } from "../../config/paths.ts";
import { definePage, noContent } from "../define-page.ts";

export const staffTeamRoute = definePage({
  path: paths.staffTeam,
  kind: "staff",
  load: noContent,
  page: async () => (await import("./staff-team-page.tsx")).StaffTeamPage,
});
