import { type Browser, type Page, expect as expectWithin } from "@playwright/test";
import { afterAll, afterEach, expect as expectNow } from "vitest";
import { worker } from "../runner/worker.ts";
import { type FullStack, useFullStack } from "../stacks/full-stack.ts";
import { type Visit, type VisitOptions, openVisit } from "./browser.ts";
import { hydrate } from "./hydrate.ts";

/** Patient on a busy machine. */
export const expect = expectWithin.configure({ timeout: 25_000 });

/** What Chromium prints for every answer that refuses; pages are told by the answer itself. */
export const refusedByServer =
  /Failed to load resource: the server responded with a status of 4\d\d/;
/** What Chromium prints when nothing answers. */
export const noConnection = /Failed to load resource: net::/;

/** The stack for one test file and the browser, whose pages must not print errors. */
export function startJourney() {
  let stack: FullStack | undefined;
  let browser: Browser | undefined;
  const visits: Visit[] = [];

  worker.beforeAll(async ({ browser: started }) => {
    browser = started;
    stack = await useFullStack();
  });
  afterAll(() => stack?.close());
  afterEach(async () => {
    const unexpected = visits.flatMap(({ unexpectedErrors }) => unexpectedErrors);
    await Promise.all(visits.splice(0).map((visit) => visit.close()));
    expectNow(unexpected).toEqual([]);
  });

  const running = () => {
    if (!stack) throw new Error("The stack runs from the first test on.");
    return stack;
  };
  const theBrowser = () => {
    if (!browser) throw new Error("The browser runs from the first test on.");
    return browser;
  };
  return {
    get stack() {
      return running();
    },
    /** A page of its own context that has not gone anywhere yet. */
    async newPage(options: VisitOptions = {}): Promise<Page> {
      const visit = await openVisit(theBrowser(), options);
      visits.push(visit);
      return visit.page;
    },
    /** Looks at such a page and closes it: for tests that run beside each other. */
    async visit(options: VisitOptions, look: (page: Page) => Promise<void>): Promise<void> {
      const { page, unexpectedErrors, close } = await openVisit(theBrowser(), options);
      try {
        await look(page);
        expectNow(unexpectedErrors).toEqual([]);
      } finally {
        await close();
      }
    },
    /** A page of its own context that shows a path of the site and reacts to the visitor. */
    async open(path: string, options: VisitOptions = {}): Promise<Page> {
      const page = await this.newPage(options);
      await page.goto(running().siteUrl + path);
      await hydrate(page);
      return page;
    },
  };
}

/** The notice with this title, in the corner. */
export function toast(page: Page, title: string) {
  return page.locator(".toaster > *", { hasText: title });
}
