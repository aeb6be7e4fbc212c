import { paths } from "../../config/paths.ts";
import { definePage } from "../define-page.ts";
import { verifyQuery } from "./verify-query.ts";

export const verifyRoute = definePage({
  path: paths.verify,
  kind: "account",
  load: import.meta.env?.SSR && (({ read }) => read(verifyQuery)),
  page: async () => (await import("./verify-page.tsx")).VerifyPage,
});
