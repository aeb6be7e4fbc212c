import { defineQuery } from "groq";
import { linkAddress } from "./projections.ts";

/** Every path that published documents own, for routing. */
export const pathsQuery = defineQuery(`{
  "products": *[_type == "product" && defined(slug.current)].slug.current,
  "pages": *[_type == "page" && defined(path)].path,
  "versions": *[_type == "legalVersion" && defined(path)].path,
  "hasPrivacyPolicy": count(*[_type == "privacyPolicy" && _id == "privacyPolicy"]) > 0,
  "redirects": *[_type == "redirect" && defined(from) && defined(coalesce(target, to))]{
    from,
    "to": coalesce(target{ "address": ${linkAddress} }.address, to),
    permanent
  }
}`);
