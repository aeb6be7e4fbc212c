import { type Browser, type Page, expect as expectWithin } from "@playwright/test";
import { afterAll, afterEach, expect as expectNow } from "vitest";
import { worker } from "../runner/worker.ts";
import { type FullStack, useFullStack } from "../stacks/full-stack.ts";
import { type Visit, type VisitOptions, openVisit } from "./browser.ts";
import { hydrate } from "./hydrate.ts";

/** Version of `expect` whose timeout is long enough for a busy machine. */
export const expect = expectWithin.configure({ timeout: 25_000 });

/** Text that Chromium prints for every refused HTTP request, even when the page handles the refusal. */
export const refusedByServer =
  /Failed to load resource: the server responded with a status of 4\d\d/;
/** Text that Chromium prints when a server does not answer. */
export const noConnection = /Failed to load resource: net::/;

/** Provides the stack for a test file, and pages that must not print errors. */
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
    /** Returns an empty page in a new browser context. */
    async newPage(options: VisitOptions = {}): Promise<Page> {
      const visit = await openVisit(theBrowser(), options);
      visits.push(visit);
      return visit.page;
    },
    /**
     * Calls `look` with an empty page, checks the page for errors and closes it. Parallel tests use `visit`, because
     * pages of `newPage` are checked and closed after every test.
     */
    async visit(options: VisitOptions, look: (page: Page) => Promise<void>): Promise<void> {
      const { page, unexpectedErrors, close } = await openVisit(theBrowser(), options);
      try {
        await look(page);
        expectNow(unexpectedErrors).toEqual([]);
      } finally {
        await close();
      }
    },
    /** Opens a path of the site in a new browser context and waits until the application runs in the page. */
    async open(path: string, options: VisitOptions = {}): Promise<Page> {
      const page = await this.newPage(options);
      await page.goto(running().siteUrl + path);
      await hydrate(page);
      return page;
    },
  };
}

/** Returns the toast notice with this title, which the page shows in a corner. */
export function toast(page: Page, title: string) {
  return page.locator(".toaster > *", { hasText: title });
}

/** Waits for a toast with these texts and closes it, so that a later toast of the same title is another one. */
export async function closeToast(page: Page, title: string, text: string | RegExp = title) {
  const notice = toast(page, title);
  await expect(notice).toContainText(text);
  await notice.getByRole("button", { name: "Fechar aviso" }).click();
  await expect(notice).toHaveCount(0);
}
