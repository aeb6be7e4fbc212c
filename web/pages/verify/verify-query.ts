import { defineQuery } from "groq";

export const verifyQuery = defineQuery(`*[_type == "verifyPage" && _id == "verifyPage"][0]{
  title,
  intro,
  loadingLabel,
  codeLabel,
  codeHelp,
  submitLabel,
  checkingLabel,
  states,
  labels,
  unknown,
  file,
  failure,
  noteText
}`);
