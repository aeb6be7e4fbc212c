import { paths } from "../../config/paths.ts";
import { definePage, noContent } from "../define-page.ts";

export const staffMailRoute = definePage({
  path: paths.staffMail,
  kind: "staff",
  load: noContent,
  page: async () => (await import("./staff-mail-page.tsx")).StaffMailPage,
});
