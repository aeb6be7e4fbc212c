import { paths } from "../../config/paths.ts";
import { definePage } from "../define-page.ts";
import { homeQuery } from "./home-query.ts";

export const homeRoute = definePage({
  path: paths.home,
  kind: "marketing",
  sitemap: "homePage",
  load: import.meta.env?.SSR && (({ read }) => read(homeQuery)),
  page: async () => (await import("./home-page.tsx")).HomePage,
});
