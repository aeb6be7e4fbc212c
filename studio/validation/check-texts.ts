import { z } from "zod";
import { type MailTextName, unnamedVariables } from "#contracts/mail/mail-texts.ts";
import { undrawn } from "#contracts/fields/drawn-letters.ts";
import { companyVariables, ruleVariables, unknownVariable } from "#contracts/fields/variables.ts";
import { businessTokens } from "../business-tokens.ts";

/**
 * Returns a check that warns about texts of more than `limit` characters. The warning states the text's length and the
 * `reason`.
 */
export function checkTextLength(limit: number, reason: string) {
  return (text: string | undefined): true | string => {
    const length = text?.length ?? 0;
    if (length <= limit) return true;
    return `De preferência, use até ${limit} caracteres: agora são ${length}, e ${reason}`;
  };
}

/** Returns a check that refuses texts of more than `maximum` characters, because longer texts break the layout. */
export function checkMaximumLength(maximum: number) {
  return (text: string | undefined): true | string => {
    const length = text?.length ?? 0;
    return length <= maximum || `Use no máximo ${maximum} caracteres: agora são ${length}.`;
  };
}

/** Returns the greatest length that the studio accepts for a text: 1.5 times the recommended `limit`. */
export function maximumOf(limit: number): number {
  return Math.round(limit * 1.5);
}

/** Refuses text in brackets, which comes from a template and must be replaced by an editor. */
export function checkFilledIn(text: string | undefined): true | string {
  const left = /\[[^\]]*\]/.exec(text ?? "")?.[0];
  return left === undefined || `Troque “${left}” pelo texto de verdade.`;
}

/** Refuses a text with a letter that the fonts of the PDF documents lack. */
export function checkDrawn(text: string | undefined): true | string {
  const letter = undrawn(text ?? "");
  return letter === undefined || `Troque “${letter}”: os documentos não conseguem mostrar.`;
}

/** Returns a check that accepts `{{tokens}}` of business rules, company facts and `variables` only. */
export function checkVariables(variables: readonly string[]) {
  const known = [
    ...new Set([
      ...variables,
      ...businessTokens,
      ...Object.keys(ruleVariables),
      ...Object.keys(companyVariables),
    ]),
  ];
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

/** Accepts text whose `{{tokens}}` are business rules or facts of the company. */
export const checkTokens = checkVariables([]);

const join = new Intl.ListFormat("pt-BR", { type: "conjunction" });

/** Returns a check that accepts the texts of a mail only when they contain every variable that the mail needs. */
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

// Matches words that describe insurance, because the product is a surety (Civil Code 818-839). "Seguro" is not matched,
// because the word also means "safe" and occurs in "não é seguro" and "seguro-fiança".
const insuranceWords =
  /(?<!\p{L})(apólices?|sinistros?|segurad[oa]s?|seguradoras?|prêmios?|indeniza\p{L}+)(?!\p{L})/iu;

/**
 * Warns about words of insurance, because the guarantee is no insurance. The text is not refused: a sentence that
 * compares the two may need the words.
 */
export function checkGuaranteeWording(text: string | undefined): true | string {
  const word = text?.match(insuranceWords)?.[0];
  if (!word) return true;
  return `“${word}” é termo de seguro, e a fiança não é seguro. Só use em uma comparação ou negação.`;
}

type Check = (text: string | undefined) => true | string;

/** Combines checks into one, which returns the first problem. Separate checks are slower: the studio waits for each. */
export function allChecks(...checks: readonly Check[]): Check {
  return (text) => checks.map((check) => check(text)).find((result) => result !== true) ?? true;
}

const spanSchema = z.looseObject({ text: z.string().catch("") });

/** Zod schema of a formatted text. Only paragraphs have spans of text. */
export const blocksSchema = z
  .array(z.looseObject({ children: z.array(spanSchema).catch([]) }))
  .catch([]);

/** Makes a check that tests each span of a text alone, because the site cannot fill in a token split over two spans. */
function checkSpans(check: Check) {
  return (blocks: unknown): true | string =>
    blocksSchema
      .parse(blocks)
      .flatMap(({ children }) => children.map(({ text }) => check(text)))
      .find((result) => result !== true) ?? true;
}

/** Checks the `{{tokens}}` in each span of a formatted text, and refuses text in brackets from a template. */
export const checkRichTextCopy = checkSpans(allChecks(checkTokens, checkFilledIn));

/** Warns about words of insurance in a formatted text. */
export const checkRichTextWording = checkSpans(checkGuaranteeWording);
