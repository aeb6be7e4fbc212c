import type { Browser, Page } from "@playwright/test";
import { openVisit } from "../support/browser.ts";

/** Slow Android phones are about four times slower than this kind of machine. */
const CPU_SLOWDOWN = 4;

// Text, because TypeScript's types of the observer lack the threshold.
const observeInteractions = `
  window.slowestInteraction = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      window.slowestInteraction = Math.max(window.slowestInteraction, duration);
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
`;

/** Milliseconds from the first tap to the next paint on a slowed phone (Interaction to Next Paint). */
export async function measureFirstTap(
  url: string,
  browser: Browser,
  tap: (page: Page) => Promise<void>,
): Promise<number> {
  const visit = await openVisit(browser, { width: 360, height: 780 });
  const { page } = visit;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.addInitScript(observeInteractions);
  await page.goto(url, { waitUntil: "load" });
  await tap(page);
  // Events are reported after the paint that follows them.
  await page.waitForTimeout(1_000);
  const slowest = Number(await page.evaluate("window.slowestInteraction"));
  await visit.close();
  return slowest;
}
