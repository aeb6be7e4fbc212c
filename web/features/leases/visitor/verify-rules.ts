import { verifyLetterSchema } from "#contracts/leases/letters.ts";
import { defineFields } from "../../../ui/form/field-table.ts";

export const verifyRules = {
  ...defineFields(verifyLetterSchema, {
    code: { control: "text", autoComplete: "off", autoCapitalize: "characters", spellCheck: false },
  }),
  functionName: "verify-letter",
};
