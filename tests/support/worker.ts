/* oxlint-disable no-empty-pattern -- the runner reads from the pattern what a fixture needs */
import { test } from "vitest";
import { launchBrowser } from "./browser.ts";
import { startSiteStack } from "./site-stack.ts";

/**
 * What a worker of the test runner starts when a file first needs it, and all of its files use:
 * tests have contexts of their own in the browser, and none changes the content of the site.
 */
export const worker = test
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("unchangedSite", { scope: "worker" }, async ({}, { onCleanup }) => {
    const stack = await startSiteStack();
    onCleanup(() => stack.close());
    return stack;
  });
