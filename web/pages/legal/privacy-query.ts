import { defineQuery } from "groq";
import { privacyProjection } from "../../content/queries/projections.ts";

export const privacyQuery = defineQuery(
  `*[_type == "privacyPolicy" && _id == "privacyPolicy"][0] ${privacyProjection}`,
);
