/* oxlint-disable no-empty-pattern -- the runner finds out from the pattern which fixtures to start */
import { test } from "vitest";
import { launchBrowser } from "../pages/browser.ts";
import { rememberContent, startSiteStack } from "../stacks/site-stack.ts";

/** URL of the studio in the settings of the tested sites. */
export const studioUrl = "http://localhost:3999";

/**
 * Flags that turn off optimised compilation, because test pages live only for seconds (four journeys: 135 s of
 * processor time with optimisation, 114 to 122 s without). The flags make no difference in the studio.
 */
const shortLived = "--js-flags=--no-turbofan --no-maglev --single-threaded-gc";

/**
 * Browser and site that a test worker starts when a file first needs them. All files of the worker share both. Each
 * test has its own browser contexts. A file that changes the site's content restores the content.
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
