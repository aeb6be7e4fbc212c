import type { Replacements } from "../replace-in-package.ts";

/** The texts that the code gives a property of some name, in English and in Portuguese. */
export function wordsOfProperty(name: string, words: Record<string, string>): Replacements {
  return Object.entries(words).map(([english, portuguese]) => [
    `${name}: "${english}"`,
    `${name}: "${portuguese}"`,
  ]);
}
