import type { FieldLook } from "../ui/form/field-table.ts";

/** Look of an e-mail field that asks about mistyped addresses. The code for the question loads at the first focus. */
export const emailLook = {
  control: "email",
  load: () => import("./email-question.tsx"),
} satisfies FieldLook;
