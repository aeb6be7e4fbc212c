let underWay = 0;

/** Loads an optional part of the site's code. Returns undefined when the part cannot be loaded. */
export async function loadOptionalPart<Part>(load: () => Promise<Part>): Promise<Part | undefined> {
  underWay += 1;
  try {
    return await load();
  } catch {
    return undefined;
  } finally {
    underWay -= 1;
  }
}

/** Returns true while an optional part is loading. A failure to load it must not make the page reload. */
export function isOptionalPartUnderWay(): boolean {
  return underWay > 0;
}
