/* oxlint-disable no-empty-pattern -- the runner reads from the pattern what a fixture needs */
import { test } from "vitest";
import { launchBrowser } from "../pages/browser.ts";
import { rememberContent, startSiteStack } from "../stacks/site-stack.ts";

/** Where the studio of those who see drafts on the changing site would be. */
export const studioUrl = "http://localhost:3999";

/**
 * What a worker of the test runner starts when a file first needs it, and all of its files use: tests
 * have contexts of their own in the browser, none changes the content of the unchanged site, and each
 * file restores that of the changing one.
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
  })
  .extend("changingSite", { scope: "worker" }, async ({}, { onCleanup }) => {
    const stack = await startSiteStack(studioUrl);
    onCleanup(() => stack.close());
    return { ...stack, restore: await rememberContent(stack) };
  });
