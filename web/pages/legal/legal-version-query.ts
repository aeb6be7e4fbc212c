import { defineQuery } from "groq";
import { legalVersionProjection } from "../../content/queries/projections.ts";

/** A version of the terms or of the privacy policy, by its address. */
export const legalVersionQuery = defineQuery(
  `*[_type == "legalVersion" && path == $path][0] ${legalVersionProjection}`,
);
