/* oxlint-disable no-empty-pattern -- the runner reads from the pattern what a fixture needs */
import { test } from "vitest";
import { launchBrowser } from "../pages/browser.ts";
import { rememberContent, startSiteStack } from "../stacks/site-stack.ts";

/** Where the studio of those who see drafts would be. */
export const studioUrl = "http://localhost:3999";

/**
 * A page of a test lives for seconds: compiling it for speed took more of the machine than it gave back
 * (four journeys: 135 -> 114 to 122 seconds of processor; the studio as before).
 */
const shortLived = "--js-flags=--no-turbofan --no-maglev --single-threaded-gc";

/**
 * What a worker of the test runner starts when a file first needs it, and all of its files use: tests
 * have contexts of their own in the browser, and a file that changes the site's content restores it.
 */
export const worker = test
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser([shortLived]);
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("site", { scope: "worker" }, async ({}, { onCleanup }) => {
    const stack = await startSiteStack(studioUrl);
    onCleanup(() => stack.close());
    return { ...stack, restore: await rememberContent(stack) };
  });
