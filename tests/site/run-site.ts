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
 * Provides the test worker's site for a test file that changes the content, and restores the content after the last
 * test. The site shows drafts to editors. The fields of the result may be read only inside a test or hook.
 */
export function runSite(): RunningSite {
  let stack: (SiteStack & { restore: () => Promise<void> }) | undefined;
  worker.beforeAll(({ site }) => {
    stack = site;
  });
  afterAll(() => stack?.restore());
  return parts(() => stack);
}

/** Provides the test worker's site for a test file that only reads content. The site shows the seed's content. */
export function useSite(): RunningSite {
  let stack: SiteStack | undefined;
  worker.beforeAll(({ site }) => {
    stack = site;
  });
  return parts(() => stack);
}

/**
 * Warning that Chromium prints some seconds after a page has loaded. In a narrower window than before, the browser shows
 * the larger image that it has in its cache, and the preloaded smaller one stays unused.
 */
const unusedPreload = /was preloaded using link preload but not used/;

/**
 * Returns a function that opens a path in a window of the given width. All calls share one page, because a new browser
 * context takes three times as long.
 */
export function useVisitor(site: RunningSite, options: VisitOptions = {}) {
  let visit: Visit | undefined;
  afterAll(() => visit?.close());
  return async (path: string, width: number, look: (page: Page) => Promise<void>) => {
    visit ??= await openVisit(site.browser, {
      ...options,
      expectedErrors: [unusedPreload, ...(options.expectedErrors ?? [])],
    });
    const { page, unexpectedErrors, outsideHosts } = visit;
    await page.setViewportSize({ width, height: 900 });
    await page.goto(site.stack.siteUrl + path);
    await look(page);
    // The page is left at the end of each call. Otherwise, the next call would interrupt open requests and cause
    // console errors.
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
