import type { Browser, Page } from "@playwright/test";
import { afterAll, expect } from "vitest";
import { type Visit, type VisitOptions, openVisit } from "../support/pages/browser.ts";
import type { SiteStack } from "../support/stacks/site-stack.ts";
import { worker } from "../support/runner/worker.ts";

export interface RunningSite {
  readonly stack: SiteStack;
  readonly browser: Browser;
}

/**
 * Gives the worker's site to a file whose tests change its content: it is put back behind them.
 * Editors of the studio see its drafts. Read its parts inside of a test or hook.
 */
export function runSite(): RunningSite {
  let stack: (SiteStack & { restore: () => Promise<void> }) | undefined;
  worker.beforeAll(({ site }) => {
    stack = site;
  });
  afterAll(() => stack?.restore());
  return parts(() => stack);
}

/** Gives the same site to tests that only look at it: they find it as the seed has it, and leave it so. */
export function useSite(): RunningSite {
  let stack: SiteStack | undefined;
  worker.beforeAll(({ site }) => {
    stack = site;
  });
  return parts(() => stack);
}

/**
 * Gives one visitor, whose page opens a path in a window of this width and is then looked at: for files
 * whose tests need nothing of a new browser but the page anew, which costs a third of one.
 */
export function useVisitor(site: RunningSite, options: VisitOptions = {}) {
  let visit: Visit | undefined;
  afterAll(() => visit?.close());
  return async (path: string, width: number, look: (page: Page) => Promise<void>) => {
    visit ??= await openVisit(site.browser, options);
    const { page, unexpectedErrors, outsideHosts } = visit;
    await page.setViewportSize({ width, height: 900 });
    await page.goto(site.stack.siteUrl + path);
    await look(page);
    // A page that nobody looks at any more would go on, and complain of what it loaded in vain.
    await page.goto("about:blank");
    expect(unexpectedErrors.splice(0)).toEqual([]);
    expect([...outsideHosts]).toEqual([]);
  };
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
