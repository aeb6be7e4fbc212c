import { format } from "node:util";
import { TestRunner } from "vitest";

const expected: { file: RegExp[]; test: RegExp[] } = { file: [], test: [] };
const unexpected = new Set<string>();
const log: string[] = [];
let fileRuns = false;

/**
 * Allows warnings and errors that match a pattern. A call inside a test applies only to that test. A call outside a
 * test applies to the whole file. All other warnings and errors fail the test, whether they come from this process,
 * from a page in the browser or from a program that the test started.
 */
export function mayPrint(...patterns: readonly RegExp[]): void {
  expected[TestRunner.getCurrentTest() ? "test" : "file"].push(...patterns);
}

/** Keeps a line of a program's log. The kept lines are printed if the test fails. */
export function keepLine(line: string): void {
  log.push(line);
}

/** Forgets the patterns that the previous file allowed. */
export function beginFile(): void {
  expected.file = [];
  expected.test = [];
  fileRuns = true;
}

/** Stops the check for warnings and errors, so that output after the end of a file fails no test. */
export function endFile(): void {
  fileRuns = false;
}

/** Returns the output since the last call, and the lines of this output that were not allowed. */
export function takePrinted(): { log: string[]; unexpected: string[] } {
  const printed = { log: log.splice(0), unexpected: [...unexpected] };
  unexpected.clear();
  expected.test = [];
  return printed;
}

// This loop wraps `console` only once in a worker, because all files of the worker share this module.
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
