import { paths } from "../../config/paths.ts";
import { definePage } from "../define-page.ts";
import { contractQuery } from "./contract-query.ts";

export const contractRoute = definePage({
  path: paths.contract,
  kind: "account",
  load: import.meta.env?.SSR && (({ read }) => read(contractQuery)),
  page: async () => (await import("./contract-page.tsx")).ContractPage,
});
