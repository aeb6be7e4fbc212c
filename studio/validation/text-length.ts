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
