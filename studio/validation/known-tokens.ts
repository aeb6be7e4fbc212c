import { unknownVariable } from "../../supabase/functions/_shared/contracts/variables.ts";
import { companyVariables } from "../../supabase/functions/_shared/contracts/text-values.ts";
import { businessTokens } from "../business-tokens.ts";

/**
 * Accepts text whose `{{tokens}}` are all fields of the business rules or of the company, or `variables` of the place
 * where it stands; otherwise returns the message for the editor.
 */
export function checkVariables(variables: readonly string[]) {
  const known = [...new Set([...variables, ...businessTokens, ...Object.keys(companyVariables)])];
  const listed = known.map((token) => `{{${token}}}`).join(", ");
  return (text: string | undefined): true | string => {
    const unknown = text ? unknownVariable(text, known) : undefined;
    if (unknown === undefined) return true;
    if (unknown === "{{" || unknown === "}}") {
      return `Há chaves sobrando no texto. Os valores disponíveis são: ${listed}.`;
    }
    return `“{{${unknown}}}” não existe nas regras do negócio nem nas configurações. Use: ${listed}.`;
  };
}

/** The same, for text that may name these alone. */
export const checkTokens = checkVariables([]);
