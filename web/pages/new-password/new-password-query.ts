import { defineQuery } from "groq";

export const newPasswordQuery =
  defineQuery(`*[_type == "clientAreaPage" && _id == "clientAreaPage"][0].newPassword{
  title,
  intro,
  checkingLabel,
  passwordLabel,
  passwordHelp,
  failedText,
  submitLabel,
  expiredTitle,
  expiredText,
  expiredLabel
}`);
