let underWay = 0;

/**
 * Loads a part of the program that a page can do without: when it is missing, the page goes on.
 * Gives undefined then.
 */
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

/** Whether a part that is missing now may be one that the page can do without. */
export function isOptionalPartUnderWay(): boolean {
  return underWay > 0;
}
