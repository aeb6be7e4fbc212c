const mark = "Refused: ";

/** What the API's own parts print: of a forged or old link, of filters that are no filters. */
const refusedBefore =
  /^(?:Storage error: JW[ST]|Error: (?:Unexpected input at |"failed to parse ))/;

/** Classes of SQLSTATE that say that the caller asked for what may not be. */
const refusals = /^(?:0L|0P|21000|22|23|25006|28|42|P0001|PT4)/;

/** The line that the API prints for an error of the database with this SQLSTATE. */
export function describeError(code: string): string {
  return `${refusals.test(code) ? mark : ""}SQLSTATE ${code}`;
}

/** Whether a line of the API tells of a refused request, which is an answer and no problem. */
export function isRefusal(line: string): boolean {
  return line.startsWith(mark) || refusedBefore.test(line);
}
