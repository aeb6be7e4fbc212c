import type { Page } from "@playwright/test";

/** Uses the page as a visitor would first, and waits until the application runs in it. */
export async function hydrate(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event("pointermove")));
  await hydrated(page);
}

/** Waits until the application runs in the page, without doing anything that would start it. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const footer = document.querySelector("footer");
    return footer && Object.keys(footer).some((key) => key.startsWith("__reactFiber"));
  });
}
