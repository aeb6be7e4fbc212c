import type { Browser, CDPSession, Locator } from "@playwright/test";

const VIEWPORT = { width: 360, height: 780 };
/**
 * Factor by which the processor is slowed down, because slow Android phones are about four times
 * slower than this kind of machine.
 */
const CPU_SLOWDOWN = 4;
/** Time for which a tapping finger touches the screen. */
const FINGER_DOWN_MS = 80;
const AIM_MS = 300;
/** Scroll speed of a fast swipe, in pixels per second. */
const SCROLL_PX_PER_S = 3_000;

// The script is a text, because the TypeScript types of PerformanceObserver lack the option durationThreshold.
const observeInteractions = `
  window.slowestInteraction = 0;
  addEventListener("click", ({ target }) => { window.tapped = target; }, true);
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries()) {
      if (interactionId) window.slowestInteraction = Math.max(window.slowestInteraction, duration);
    }
  }).observe({ type: "event", durationThreshold: 16 });
`;

/**
 * Returns the milliseconds from the first tap of a finger to the paint that shows its effect (Interaction to Next
 * Paint). The page is opened on a slowed phone and scrolled to the target.
 */
export async function measureFirstTap(
  url: string,
  browser: Browser,
  target: string,
): Promise<number> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    hasTouch: true,
    isMobile: true,
    locale: "pt-BR",
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.addInitScript(observeInteractions);
  await page.goto(url, { waitUntil: "load" });
  const tapped = page.locator(target).first();
  await touch(tapped, devtools);
  // Waits for the report of the interaction, which the browser sends only after the next paint.
  await page.waitForTimeout(1_000);
  if (!(await tapped.evaluate((element) => element.contains(Reflect.get(window, "tapped"))))) {
    throw new Error(`The tap on ${target} of ${url} missed it.`);
  }
  const slowest = Number(await page.evaluate("window.slowestInteraction"));
  await context.close();
  return slowest;
}

/** Sends real touch events, because Playwright's own tap takes no time and dispatches its events inside the page. */
async function touch(target: Locator, devtools: CDPSession): Promise<void> {
  const page = target.page();
  await scrollTo(target, devtools);
  await page.waitForTimeout(AIM_MS);
  const touchPoints = [await centreOf(target)];
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.waitForTimeout(FINGER_DOWN_MS);
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

async function scrollTo(target: Locator, devtools: CDPSession): Promise<void> {
  const { y } = await centreOf(target);
  if (y < VIEWPORT.height) return;
  await devtools.send("Input.synthesizeScrollGesture", {
    x: VIEWPORT.width / 2,
    y: VIEWPORT.height / 2,
    yDistance: VIEWPORT.height / 2 - y,
    speed: SCROLL_PX_PER_S,
  });
}

async function centreOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error("The target of the tap is not shown.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
