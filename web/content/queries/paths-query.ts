import { defineQuery } from "groq";

/** Every path that published documents own, for routing and the sitemap. */
export const pathsQuery = defineQuery(`{
  "products": *[_type == "product" && defined(slug.current)]{ "slug": slug.current, _updatedAt },
  "pages": *[_type == "page" && defined(path)]{ path, _updatedAt },
  "redirects": *[_type == "redirect" && defined(from) && defined(to)]{ from, to, permanent }
}`);
