import { paths } from "../../config/paths.ts";
import { definePage } from "../define-page.ts";
import { partnersQuery } from "./partners-query.ts";

export const partnersRoute = definePage({
  path: paths.partners,
  kind: "form",
  sitemap: "partnersPage",
  load: import.meta.env?.SSR && (({ read }) => read(partnersQuery)),
  page: async () => (await import("./partners-page.tsx")).PartnersPage,
});
