import { defineQuery } from "groq";
import { privacyProjection } from "../../content/queries/legal-projections.ts";

export const privacyQuery = defineQuery(
  `*[_type == "privacyPolicy" && _id == "privacyPolicy"][0] ${privacyProjection}`,
);
