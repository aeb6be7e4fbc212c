import { paths } from "../../config/paths.ts";
import { definePage, noContent } from "../define-page.ts";

export const staffMessagesRoute = definePage({
  path: paths.staffMessages,
  kind: "staff",
  load: noContent,
  page: async () => (await import("./staff-messages-page.tsx")).StaffMessagesPage,
});
