import type { Page } from "@playwright/test";

/** Uses the page as a visitor would first, and waits until the application runs in it. */
export async function hydrate(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new PointerEvent("pointermove", { movementX: 1 })));
  await hydrated(page);
}

/** Waits until the application runs in the page, without doing anything that would start it. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const last = document.querySelector("footer, .staff-shell");
    return last && Object.keys(last).some((key) => key.startsWith("__reactFiber"));
  });
}
