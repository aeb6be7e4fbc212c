import type { Reporter, TestModule } from "vitest/node";

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
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    let skipped = 0;
    let behaviours = 0;
    for (const module of modules) {
      // A file that breaks before its tests counts as one failure.
      if (module.errors().length > 0) failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        behaviours += test.meta().visits ?? 1;
        if (state === "passed") passed += 1;
        else if (state === "failed") failed += 1;
        else skipped += 1;
      }
    }
    const tail = skipped > 0 ? `, ${skipped} skipped` : "";
    // After the default reporter's own summary.
    process.on("exit", () => {
      console.log(`${passed + failed + skipped} tests of ${behaviours} behaviours`);
      console.log(`${passed} passed, ${failed} failed${tail}`);
    });
  }
}
