import type { Browser } from "@playwright/test";
import { afterAll } from "vitest";
import type { SiteStack } from "../support/stacks/site-stack.ts";
import { worker } from "../support/runner/worker.ts";

export interface RunningSite {
  readonly stack: SiteStack;
  readonly browser: Browser;
}

/**
 * Gives the site whose content the tests of a file may change: each file finds it as the seed has it.
 * Editors of the studio see its drafts. Read its parts inside of a test or hook.
 */
export function runSite(): RunningSite {
  let stack: (SiteStack & { restore: () => Promise<void> }) | undefined;
  worker.beforeAll(({ changingSite }) => {
    stack = changingSite;
  });
  afterAll(() => stack?.restore());
  return parts(() => stack);
}

/** Gives the site whose content nobody changes: for tests that only look at it. */
export function useSite(): RunningSite {
  let stack: SiteStack | undefined;
  worker.beforeAll(({ unchangedSite }) => {
    stack = unchangedSite;
  });
  return parts(() => stack);
}

function parts(running: () => SiteStack | undefined): RunningSite {
  let browser: Browser | undefined;
  worker.beforeAll(({ browser: started }) => {
    browser = started;
  });
  return {
    get stack() {
      const stack = running();
      if (!stack) throw new Error("The site runs only during the tests");
      return stack;
    },
    get browser() {
      if (!browser) throw new Error("The browser runs only during the tests");
      return browser;
    },
  };
}
