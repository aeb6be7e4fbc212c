import type { Browser } from "@playwright/test";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { type SiteStack, startSiteStack } from "../support/site-stack.ts";

export interface RunningSite {
  /** The site with seed content of its own. */
  readonly stack: SiteStack;
  readonly browser: Browser;
}

/** Runs the site and a browser for the tests of a file. Read its parts inside of a test or hook. */
export function runSite(): RunningSite {
  let stack: SiteStack | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    stack = await startSiteStack();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.close();
  });

  return {
    get stack() {
      if (!stack) throw new Error("The site runs only during the tests");
      return stack;
    },
    get browser() {
      if (!browser) throw new Error("The browser runs only during the tests");
      return browser;
    },
  };
}
