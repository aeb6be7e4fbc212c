import { defineQuery } from "groq";
import { termsProjection } from "../../content/queries/projections.ts";

export const termsQuery = defineQuery(
  `*[_type == "termsPage" && _id == "termsPage"][0] ${termsProjection}`,
);
