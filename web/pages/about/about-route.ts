import { definePage } from "../define-page.ts";
import { aboutQuery } from "./about-query.ts";

export const aboutRoute = definePage({
  path: "/quem-somos",
  kind: "marketing",
  sitemap: "aboutPage",
  load: import.meta.env?.SSR && (({ read }) => read(aboutQuery)),
  page: async () => (await import("./about-page.tsx")).AboutPage,
});
