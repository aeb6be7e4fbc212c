import { defineQuery } from "groq";

export const trackingQuery = defineQuery(`*[_type == "trackingPage" && _id == "trackingPage"][0]{
  title,
  intro,
  loadingLabel,
  protocolLabel,
  receivedLabel,
  dueLabel,
  timeZoneNote,
  nowTitle,
  whoLabel,
  reasonTitle,
  stagesTitle,
  doneLabel,
  currentLabel,
  aheadLabel,
  againLabel,
  whatsappLabel,
  whatsappMessage,
  stages,
  states,
  offer,
  documents,
  lost,
  failure,
  "whatsapp": *[_type == "siteSettings" && _id == "siteSettings"][0].whatsapp
}`);
