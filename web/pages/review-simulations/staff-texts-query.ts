import { defineQuery } from "groq";

export const staffTextsQuery = defineQuery(`*[_type == "staffTexts" && _id == "staffTexts"][0]{
  rejectionReasons,
  documentNotes,
  documentRefusals,
  whatsapp,
  "coveragePercent": *[_type == "businessRules" && _id == "businessRules"][0].coveragePercent
}`);
