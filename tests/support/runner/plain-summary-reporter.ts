import type { Reporter, TestModule, Vitest } from "vitest/node";

declare module "vitest" {
  interface TaskMeta {
    /** How often the test tries its behaviour under different circumstances; once unless it says so. */
    visits?: number;
  }
}

/**
 * Ends the output with the plain line `N passed, N failed` that the checks on this project read,
 * after the count of behaviours.
 */
export default class PlainSummaryReporter implements Reporter {
  /** Whether the command runs some tests of a file alone. */
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
      // A file that breaks before its tests counts as one failure.
      if (module.errors().length > 0) failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        // By `npm test` to the longer run, or by that run's second half to the first.
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
    // After the default reporter's own summary.
    process.on("exit", () => {
      if (left > 0) console.log(`${left} tests of these files are left to the other command`);
      console.log(`${passed + failed + skipped} tests of ${behaviours} behaviours`);
      console.log(`${passed} passed, ${failed} failed${tail}`);
    });
  }
}
