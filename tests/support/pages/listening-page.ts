import { type Browser, type Page, expect } from "@playwright/test";
import { openVisit } from "./browser.ts";

export interface ListeningPage {
  readonly page: Page;
  /** Fails when the page was loaded again since, or printed an unexpected error. */
  close(): Promise<void>;
}

/** Opens a page of the site as a visitor would, and waits until it listens for changes. */
export async function openListeningPage(browser: Browser, url: string): Promise<ListeningPage> {
  const visit = await openVisit(browser);
  const { page } = visit;
  const listening = page.waitForResponse((response) => response.url().includes("/_ao-vivo"));
  await page.goto(url);
  await listening;
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return {
    page,
    async close() {
      await visit.close();
      expect({ loads, errors: visit.unexpectedErrors }).toEqual({ loads: 0, errors: [] });
    },
  };
}
