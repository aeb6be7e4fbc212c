import { defineQuery } from "groq";

export const partnershipTextsQuery = defineQuery(
  `*[_type == "staffTexts" && _id == "staffTexts"][0]{ partnershipMessage }`,
);
