import { businessTokens } from "../business-tokens.ts";

const tokenPattern = /\{\{([^{}]*)\}\}/g;

/**
 * Accepts text whose `{{tokens}}` are all fields of the business rules; otherwise returns the
 * message for the editor.
 */
export function checkTokens(text: string | undefined): true | string {
  if (!text) return true;
  const names = [...text.matchAll(tokenPattern)].map(([, name = ""]) => name);
  const unknown = names.find((name) => !businessTokens.some((token) => token === name));
  const known = businessTokens.map((token) => `{{${token}}}`).join(", ");
  if (unknown !== undefined) {
    return `“{{${unknown}}}” não existe nas regras do negócio. Use: ${known}.`;
  }
  if (/[{}]{2}/.test(text.replaceAll(tokenPattern, ""))) {
    return `Há chaves sobrando no texto. Os valores disponíveis são: ${known}.`;
  }
  return true;
}
