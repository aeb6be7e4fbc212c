import { type Locator, type Page, expect } from "@playwright/test";

declare global {
  interface Window {
    noteLostFocus?: (what: string) => Promise<void>;
  }
}

/** Width of the focus outline. It is the same for all controls. */
const RING = "2px";
/** Maximum number of presses of Tab, which is more than any page needs. */
const MAXIMUM_STOPS = 150;

/**
 * Presses Tab until the element has the focus. Fails after `maximumStops` presses, or when a focused element is hidden
 * or has no visible outline.
 */
export async function tabTo(target: Locator, maximumStops = MAXIMUM_STOPS): Promise<void> {
  const page = target.page();
  await comeToRest(page);
  await target.waitFor();
  for (let stop = 0; stop < maximumStops; stop += 1) {
    await page.keyboard.press("Tab");
    expect(await hiddenStop(page)).toBeNull();
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${String(target)}.`);
}

/** Tabs through the whole page. Returns the number of stops, and descriptions of the stops without visible focus. */
export async function walkWithTab(page: Page): Promise<{ stops: number; hidden: string[] }> {
  const hidden: string[] = [];
  await comeToRest(page);
  for (let stops = 0; stops < MAXIMUM_STOPS; stops += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement === document.body)) {
      return { stops, hidden };
    }
    const name = await hiddenStop(page);
    if (name) hidden.push(name);
  }
  throw new Error("Tab never comes to the end of the page.");
}

/**
 * Returns a description of a focus that is lost (on the body) or invisible; null for a visible focus. The element main,
 * where a new page begins, has no outline.
 */
export async function focusFault(page: Page): Promise<string | null> {
  const name = await page.evaluate(() => document.activeElement?.localName);
  if (name === "main") return null;
  return name === "body" ? "nothing has the focus" : hiddenStop(page);
}

/** Number of frames in a row in which nothing may have the focus, while React replaces the focused element. */
const MAXIMUM_FRAMES = 2;

/**
 * Records in each document from the first focus on when the focus falls to the body. Call this before the page opens.
 * The returned list grows by the element that had the focus before and the number of frames without focus.
 */
export async function recordLostFocus(page: Page): Promise<readonly string[]> {
  const lost: string[] = [];
  await page.exposeFunction("noteLostFocus", (what: string) => void lost.push(what));
  await page.addInitScript((most) => {
    let last = "";
    let frames = 0;
    function look(): void {
      const { activeElement } = document;
      if (activeElement && activeElement !== document.body) {
        if (frames > most) void window.noteLostFocus?.(`${last}: ${frames} frames`);
        last = `<${activeElement.localName}> ${activeElement.id || activeElement.textContent.trim().slice(0, 40)}`;
        frames = 0;
      } else if (last) frames += 1;
      requestAnimationFrame(look);
    }
    requestAnimationFrame(look);
  }, MAXIMUM_FRAMES);
  return lost;
}

/** Turns off smooth scrolling and transitions, so that a focused element does not move. */
const comeToRest = (page: Page) => page.emulateMedia({ reducedMotion: "reduce" });

/**
 * Returns a description of the focused element when the element or its focus outline is invisible (WCAG 2.2, 2.4.7 and
 * 2.4.11). Returns null otherwise.
 */
function hiddenStop(page: Page): Promise<string | null> {
  return page.evaluate(async (ring) => {
    const element = document.activeElement;
    // Waits two frames, because a transition draws the outline one frame late, even with reduced motion.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.allSettled(element?.getAnimations().map(({ finished }) => finished) ?? []);
    if (!element || element === document.body) return null;
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const isSeen = [0.5, 0.1, 0.9].some((part) => {
      const x = Math.min(Math.max(left + width * part, 0), innerWidth - 1);
      const y = Math.min(Math.max((top + bottom) / 2, 0), innerHeight - 1);
      if (x < left || x > right || y < top || y > bottom) return false;
      const shown = document.elementFromPoint(x, y);
      return shown !== null && (element.contains(shown) || shown.contains(element));
    });
    // daisyUI draws some outlines on a parent: the collapse element, or the label of a hidden radio button.
    const marks = [element, element.closest("details.collapse, label")].map((marked) => {
      if (!marked) return "none";
      const { outlineStyle, outlineWidth } = getComputedStyle(marked);
      return outlineStyle === "none" ? "none" : outlineWidth;
    });
    if (isSeen && marks.includes(ring) && height > 0) return null;
    const name = element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 40);
    const fault = isSeen ? `is marked with ${marks.join(", ")}` : "is covered";
    return `<${element.localName}> ${name || element.id} ${fault}`;
  }, RING);
}
