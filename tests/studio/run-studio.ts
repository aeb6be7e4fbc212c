import type { Browser, BrowserContext, Page } from "@playwright/test";
import { afterAll, afterEach, vi } from "vitest";
import { openContext } from "../support/browser.ts";
import {
  type ContentStack,
  type ContentStackOptions,
  startContentStack,
} from "../support/content-stack.ts";
import { type ListeningPage, openListeningPage } from "../support/listening-page.ts";
import { worker } from "../support/worker.ts";
import { type StudioDesk, openStudioDesk } from "./studio-desk.ts";

export interface StudioSession {
  /** Content Lake with the seed content, the studio and the site; one per test file. */
  readonly stack: ContentStack;
  /** The studio in front of an editor, who does one thing after the other. */
  readonly desk: StudioDesk;
  /** Opens a page of the site for a visitor, who keeps it open and never loads it again. */
  openSite(path: string): Promise<Page>;
}

/**
 * Runs the studio for the tests of a file. Read its parts inside of a test, not before. A test
 * fails when the studio prints an unexpected error, or a page of the site does or is loaded anew.
 */
export function runStudio(options: ContentStackOptions = {}): StudioSession {
  // A busy machine takes long to open the studio; what is asserted does not depend on it.
  vi.setConfig({ testTimeout: 180_000 });
  let stack: ContentStack | undefined;
  let browser: Browser | undefined;
  let context: BrowserContext | undefined;
  let desk: StudioDesk | undefined;
  const visited: ListeningPage[] = [];

  worker.beforeAll(async ({ browser: started }) => {
    browser = started;
    stack = await startContentStack(options);
    context = await openContext(browser, { width: 1500, height: 1100 });
    desk = await openStudioDesk(context, stack.studioUrl);
  });

  afterAll(async () => {
    await context?.close();
    await stack?.close();
  });

  afterEach(async () => {
    const errors = desk?.unexpectedErrors.splice(0) ?? [];
    for (const page of visited.splice(0)) await page.close();
    if (errors.length > 0) throw new Error(`The studio printed errors:\n${errors.join("\n")}`);
  });

  return {
    get stack() {
      if (!stack) throw new Error("The studio runs only during the tests");
      return stack;
    },
    get desk() {
      if (!desk) throw new Error("The studio runs only during the tests");
      return desk;
    },
    async openSite(path) {
      if (!browser || !stack) throw new Error("The studio runs only during the tests");
      const visit = await openListeningPage(browser, stack.siteUrl + path);
      visited.push(visit);
      return visit.page;
    },
  };
}
