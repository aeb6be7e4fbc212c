import { paths } from "../../config/paths.ts";
import { definePage } from "../define-page.ts";
import { contactQuery } from "./contact-query.ts";

export const contactRoute = definePage({
  path: paths.contact,
  kind: "form",
  sitemap: "contactPage",
  load: import.meta.env?.SSR && (({ read }) => read(contactQuery)),
  page: async () => (await import("./contact-page.tsx")).ContactPage,
});
