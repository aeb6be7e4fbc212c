/** Pieces of a package's code, and what is to be there instead. */
export type Replacements = readonly (readonly [string, string])[];

/** A file of a package that is changed while the studio is built. */
export interface ChangedFile {
  packageName: string;
  /** The name of the file, whose end may differ by release. */
  id: RegExp;
  /** What only this one of the files with such a name contains. */
  code: string;
  replacements: Replacements;
}

/**
 * Replaces pieces of a package's code, such as texts that it has there and not in a locale. Throws
 * when one is no longer there, so that an update cannot bring back what it stood for.
 */
export function replaceInPackage(code: string, name: string, replacements: Replacements): string {
  return replacements.reduce((changed, [former, next]) => {
    if (!changed.includes(former)) throw new Error(`${name} no longer contains: ${former}`);
    return changed.replaceAll(former, () => next);
  }, code);
}

/** The changes as plugins of the bundler, for the build and for `sanity dev`. */
export function changePackages(files: readonly ChangedFile[]) {
  return files.map(({ packageName, id, code, replacements }, index) => ({
    name: `change-${packageName}-${index}`,
    // Before the bundler makes something else of a style sheet.
    enforce: "pre" as const,
    transform: {
      filter: { id, code },
      handler: (source: string) => ({
        code: replaceInPackage(source, packageName, replacements),
        map: null,
      }),
    },
  }));
}
