import { defineQuery } from "groq";
import { seoProjection } from "../../content/queries/projections.ts";

export const notFoundQuery = defineQuery(`*[_type == "notFoundPage" && _id == "notFoundPage"][0]{
  code,
  title,
  linkLabel,
  seo ${seoProjection}
}`);
