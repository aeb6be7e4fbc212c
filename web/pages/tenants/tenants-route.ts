import { definePage } from "../define-page.ts";
import { tenantsQuery } from "./tenants-query.ts";

export const tenantsRoute = definePage({
  path: "/locatarios",
  kind: "marketing",
  sitemap: "tenantsPage",
  load: import.meta.env?.SSR && (({ read }) => read(tenantsQuery)),
  page: async () => (await import("./tenants-page.tsx")).TenantsPage,
});
