type Check = (text: string | undefined) => true | string;

/** One check of several, which tells of the first problem: fields have many, and the studio waits for each. */
export function allChecks(...checks: readonly Check[]): Check {
  return (text) => checks.map((check) => check(text)).find((result) => result !== true) ?? true;
}
