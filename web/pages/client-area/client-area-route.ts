import { paths } from "../../config/paths.ts";
import { definePage } from "../define-page.ts";
import { clientAreaQuery } from "./client-area-query.ts";

export const clientAreaRoute = definePage({
  path: paths.clientArea,
  kind: "account",
  load: import.meta.env?.SSR && (({ read }) => read(clientAreaQuery)),
  page: async () => (await import("./client-area-page.tsx")).ClientAreaPage,
});
