/* oxlint-disable no-empty-pattern -- the runner finds out from the pattern which fixtures to start */
import { afterAll, afterEach, test } from "vitest";
import { closeParts } from "./once-per-worker.ts";
import { beginFile, endFile, takePrinted } from "./printed-problems.ts";

// Closes the shared parts, such as servers, at the end of a worker. The hook is not in once-per-worker.ts, because
// programs outside the test runner import that file.
const endOfWorker = test.extend("closesParts", { scope: "worker" }, async ({}, { onCleanup }) => {
  onCleanup(closeParts);
  return true;
});

// The runner runs hooks in reverse order of registration, so the hooks below run last. A test file's own hooks have
// then ended the programs of the file.
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
