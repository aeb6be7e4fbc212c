import type { Page } from "@playwright/test";

/** Moves the pointer like a visitor, which starts the application, and waits until the application runs. */
export async function hydrate(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new PointerEvent("pointermove", { movementX: 1 })));
  await hydrated(page);
}

/** Waits until the application runs in the page. Does not start the application. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const last = document.querySelector("footer, .staff-shell");
    return last && Object.keys(last).some((key) => key.startsWith("__reactFiber"));
  });
}
