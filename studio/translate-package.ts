/** Texts of a package's code, in the package's language and in ours. */
export type PackageTexts = readonly (readonly [string, string])[];

/**
 * Puts texts that a package has in its code, not in a locale, into Portuguese. Throws when one is no
 * longer there, so that an update cannot bring the English back.
 */
export function translatePackage(code: string, name: string, texts: PackageTexts): string {
  return texts.reduce((translated, [english, portuguese]) => {
    if (!translated.includes(english)) throw new Error(`${name} no longer contains: ${english}`);
    return translated.replaceAll(english, () => portuguese);
  }, code);
}
