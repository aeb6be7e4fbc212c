import {
  type MailTextName,
  unnamedVariables,
} from "../../supabase/functions/_shared/contracts/mail-texts.ts";
import {
  companyVariables,
  unknownVariable,
} from "../../supabase/functions/_shared/contracts/fields/variables.ts";
import { businessTokens } from "../business-tokens.ts";

/** Accepts text of at most `limit` characters; otherwise says how long it is, and why that matters. */
export function checkTextLength(limit: number, reason: string) {
  return (text: string | undefined): true | string => {
    const length = text?.length ?? 0;
    if (length <= limit) return true;
    return `De preferência, use até ${limit} caracteres: agora são ${length}, e ${reason}`;
  };
}

/** The same, for a length with which the place where the text stands breaks. */
export function checkMaximumLength(maximum: number) {
  return (text: string | undefined): true | string => {
    const length = text?.length ?? 0;
    return length <= maximum || `Use no máximo ${maximum} caracteres: agora são ${length}.`;
  };
}

/** How long a text may be that should have at most `limit` characters: half as much again. */
export function maximumOf(limit: number): number {
  return Math.round(limit * 1.5);
}

/** Refuses what a template leaves in brackets for an editor to replace. */
export function checkFilledIn(text: string | undefined): true | string {
  const left = /\[[^\]]*\]/.exec(text ?? "")?.[0];
  return left === undefined || `Troque “${left}” pelo texto de verdade.`;
}

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

const join = new Intl.ListFormat("pt-BR", { type: "conjunction" });

/** Accepts the words of a mail that name all that its reader has to learn; else tells what they lack. */
export function checkNeededVariables(name: MailTextName) {
  return (words: Record<string, unknown> | undefined): true | string => {
    const texts = Object.values(words ?? {})
      .flat()
      .filter((text) => typeof text === "string");
    const missing = unnamedVariables(name, texts).map((variable) => `{{${variable}}}`);
    return (
      missing.length === 0 || `Algum texto deste e-mail precisa dizer ${join.format(missing)}.`
    );
  };
}

// Words that describe insurance. The product is a surety (Civil Code 818-839): calling it
// insurance would be false. "Seguro" is left out: it also means "safe", and the copy says "não é
// seguro" and compares with "seguro-fiança".
const insuranceWords =
  /(?<!\p{L})(apólices?|sinistros?|segurad[oa]s?|seguradoras?|prêmios?|indeniza\p{L}+)(?!\p{L})/iu;

/** Warns the editor about a word of insurance; a comparison or a denial may keep it. */
export function checkGuaranteeWording(text: string | undefined): true | string {
  const word = text?.match(insuranceWords)?.[0];
  if (!word) return true;
  return `“${word}” é termo de seguro, e a fiança não é seguro. Só use em uma comparação ou negação.`;
}

type Check = (text: string | undefined) => true | string;

/** One check of several, which tells of the first problem: fields have many, and the studio waits for each. */
export function allChecks(...checks: readonly Check[]): Check {
  return (text) => checks.map((check) => check(text)).find((result) => result !== true) ?? true;
}
