import { defineQuery } from "groq";

/** Every path that published documents own, for routing. */
export const pathsQuery = defineQuery(`{
  "products": *[_type == "product" && defined(slug.current)].slug.current,
  "pages": *[_type == "page" && defined(path)].path,
  "redirects": *[_type == "redirect" && defined(from) && defined(to)]{ from, to, permanent }
}`);
