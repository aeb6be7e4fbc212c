import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** Tells `onProblem` the first line of each message on `stderr`, without stack and details. */
export function tellProblems(stderr: Readable, onProblem: (line: string) => void): void {
  createInterface({ input: stderr }).on("line", (line) => {
    if (/^[^\s}]/.test(line)) onProblem(line);
  });
}
