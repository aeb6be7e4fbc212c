import { type Browser, type Page, expect } from "@playwright/test";
import { openVisit } from "./browser.ts";

export interface ListeningPage {
  readonly page: Page;
  /** Closes the page. Fails when the page has reloaded or printed an unexpected error. */
  close(): Promise<void>;
}

/** Opens a page of the site and waits until the page receives published changes. */
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
