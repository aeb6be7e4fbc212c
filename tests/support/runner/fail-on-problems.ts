/* oxlint-disable no-empty-pattern -- the runner reads from the pattern what a fixture needs */
import { afterAll, afterEach, test } from "vitest";
import { closeParts } from "./once-per-worker.ts";
import { beginFile, endFile, takePrinted } from "./printed-problems.ts";

// Shared parts are closed here, because once-per-worker.ts is also used outside the test runner.
const endOfWorker = test.extend("closesParts", { scope: "worker" }, async ({}, { onCleanup }) => {
  onCleanup(closeParts);
  return true;
});

// These hooks are registered before the hooks of each test file, so they run after the file's own hooks, which end the
// programs that the file started.
beginFile();
endOfWorker.beforeAll(({ closesParts }) => void closesParts);
afterEach(({ task }) => failOnProblems(task.result?.state === "fail"));
afterAll(() => {
  endFile();
  failOnProblems(false);
});

function failOnProblems(hasFailed: boolean): void {
  const { log, unexpected } = takePrinted();
  if (log.length > 0 && (hasFailed || unexpected.length > 0)) {
    console.info(`What was printed until the test failed:\n${log.join("\n")}`);
  }
  if (unexpected.length > 0) {
    throw new Error(`Printed, and not expected (see mayPrint):\n${unexpected.join("\n")}`);
  }
}
