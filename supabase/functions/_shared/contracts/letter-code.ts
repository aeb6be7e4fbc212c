/**
 * The code of a letter from what somebody types: with or without dashes, small letters, an O for a
 * zero, an I or L for a one. Undefined when it is none.
 */
export function readLetterCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{12}$/.test(code) ? code : undefined;
}

/** A letter's code as it is read out: in groups of four. */
export function formatLetterCode(code: string): string {
  return code.match(/.{1,4}/g)?.join("-") ?? code;
}
