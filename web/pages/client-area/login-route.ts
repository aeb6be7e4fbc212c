import { paths } from "../../config/paths.ts";
import { definePage } from "../define-page.ts";
import { clientAreaQuery } from "./client-area-query.ts";

/** The same screen as the client area (domain decision 3). */
export const loginRoute = definePage({
  path: paths.login,
  kind: "account",
  load: import.meta.env?.SSR && (({ read }) => read(clientAreaQuery)),
  page: async () => (await import("./client-area-page.tsx")).ClientAreaPage,
});
