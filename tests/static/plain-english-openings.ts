import type { EnglishText } from "../../scripts/build/read-comments.ts";

/**
 * First words that comments, `comment on` texts and test names must not have, because a reader expects the subject of
 * the sentence there. This list covers only some of the rules for openings in CONTRIBUTING.md.
 */
const openings: Record<string, RegExp> = {
  // Clauses that stand in place of a noun.
  What: /^what\b/i,
  "Who, whom, whose": /^(?:who|whom|whose)\b/i,
  "Whoever, whatever, whichever, wherever": /^(?:who|what|which|wher)ever\b/i,
  Which: /^which\b/i,
  Where: /^where\b/i,
  That: /^that\b/i,
  Such: /^such\b/i,
  // Pronouns whose noun is in another sentence. "One" before a noun is allowed, as in "One line of a file".
  Those: /^those\b/i,
  One: /^one(?:'s\b| (?:that|who|whose|whom|which|is|has|was|may|can|cannot|could|must|would|will|does|from|without)\b|[,.:;])/i,
  // Adverbials that come before the subject.
  Of: /^of\b/i,
  By: /^by\b/i,
  As: /^as\b/i,
  "Beside, behind": /^(?:beside|behind)\b/i,
  To: /^to\b/i,
  "From, with, without": /^(?:from|with|without)\b/i,
  "For, in": /^(?:for|in)\b/i,
  Until: /^until\b/i,
  "At last": /^at last\b/i,
  "On which": /^(?:on|at|under|before|after) (?:what|which|whom|whose)\b/i,
  "Only then":
    /^only (?:then|now|here|when|if|by|for|from|in|on|to|with|without|after|once|what|who)\b/i,
};

/** Returns the name of the forbidden opening at the start of a text; undefined when the text has none. */
export function openingOf({ text }: Pick<EnglishText, "text">): string | undefined {
  return Object.keys(openings).find((name) => openings[name]?.test(text));
}

/** Texts that keep a forbidden opening on purpose. */
export const exemptTexts: readonly string[] = [];

/** Returns true for a text that the check ignores. */
export function isExempt({ text }: Pick<EnglishText, "text">): boolean {
  return exemptTexts.includes(text);
}
