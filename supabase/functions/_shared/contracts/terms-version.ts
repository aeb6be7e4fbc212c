/** Where a version of the terms stays readable, whatever is in force. */
export function termsVersionPath(version: string): string {
  return `/termos/versoes/${version}`;
}

/** A version and when it was made (ISO 8601), newest first in a list. */
export type TermsVersion = { version: string; madeAt: string };

/** For how long after a newer one a version may still be accepted: a form stays open overnight. */
const graceMilliseconds = 24 * 60 * 60 * 1000;

/** Whether somebody can honestly have read this version just now. */
export function isAcceptable(
  versions: readonly TermsVersion[],
  version: string,
  now: number,
): boolean {
  const index = versions.findIndex((one) => one.version === version);
  const newer = versions[index - 1];
  return index === 0 || (newer !== undefined && now - Date.parse(newer.madeAt) < graceMilliseconds);
}
