import type { Reporter, TestModule, Vitest } from "vitest/node";

declare module "vitest" {
  interface TaskMeta {
    /** Number of page visits in the test. The summary counts each visit as one behaviour. 1 when absent. */
    visits?: number;
  }
}

/**
 * Prints the number of tests, and of the behaviours that the tests check. The last line is `N passed, N failed`, which
 * this project's checks read.
 */
export default class PlainSummaryReporter implements Reporter {
  /** True when the command runs only the tests that match a tag filter. */
  #chooses = false;

  onInit({ config }: Vitest): void {
    this.#chooses = config.tagsFilter !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    let skipped = 0;
    let left = 0;
    let behaviours = 0;
    for (const module of modules) {
      // A file that fails before its tests start counts as one failure.
      if (module.errors().length > 0) failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        // `npm test` skips the tests tagged `full`. The second half of `npm run test:full` skips
        // the tests that its first half ran.
        if (state === "skipped" && this.#chooses) {
          left += 1;
          continue;
        }
        behaviours += test.meta().visits ?? 1;
        if (state === "passed") passed += 1;
        else if (state === "failed") failed += 1;
        else skipped += 1;
      }
    }
    const tail = skipped > 0 ? `, ${skipped} skipped` : "";
    // The summary is printed when the process exits, so that it follows the default reporter's summary.
    process.on("exit", () => {
      if (left > 0) console.log(`${left} tests of these files are left to the other command`);
      console.log(`${passed + failed + skipped} tests of ${behaviours} behaviours`);
      console.log(`${passed} passed, ${failed} failed${tail}`);
    });
  }
}
