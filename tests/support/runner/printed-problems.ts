import { format } from "node:util";
import { TestRunner } from "vitest";

const expected: { file: RegExp[]; test: RegExp[] } = { file: [], test: [] };
const unexpected = new Set<string>();
const log: string[] = [];
let fileRuns = false;

/**
 * Says that a warning or error may be printed: by the file that runs, or by the test when called
 * inside of one. Any other fails the test, whether this process prints it, a page in the browser or
 * a program that the test started.
 */
export function mayPrint(...patterns: readonly RegExp[]): void {
  expected[TestRunner.getCurrentTest() ? "test" : "file"].push(...patterns);
}

/** Keeps a line of a program's log for whoever reads why the test failed. */
export function keepLine(line: string): void {
  log.push(line);
}

/** Forgets what the file before expected. */
export function beginFile(): void {
  expected.file = [];
  expected.test = [];
  fileRuns = true;
}

/** From here on what is printed fails nobody's test. */
export function endFile(): void {
  fileRuns = false;
}

/** What was printed since it was last asked, and what of it nobody expected. */
export function takePrinted(): { log: string[]; unexpected: string[] } {
  const printed = { log: log.splice(0), unexpected: [...unexpected] };
  unexpected.clear();
  expected.test = [];
  return printed;
}

// Once in a worker: this module stays loaded from one file to the next.
for (const level of ["error", "warn"] as const) {
  const print = console[level];
  console[level] = (...values: readonly unknown[]) => {
    const text = format(...values);
    if (!fileRuns) return print(...values);
    log.push(text);
    const patterns = [...expected.file, ...expected.test];
    if (!patterns.some((pattern) => pattern.test(text))) unexpected.add(text);
  };
}
process.on("warning", (warning) => console.warn(`${warning.name}: ${warning.message}`));
