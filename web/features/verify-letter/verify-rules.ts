import { verifyLetterSchema } from "../../../supabase/functions/_shared/contracts/guarantee/letters.ts";
import { defineFields } from "../../ui/form/field-table.ts";

/** The field for a letter's code, under the contract of the function that takes it. */
export const verifyRules = {
  ...defineFields(verifyLetterSchema, {
    code: { control: "text", autoComplete: "off", autoCapitalize: "characters", spellCheck: false },
  }),
  functionName: "verify-letter",
};
