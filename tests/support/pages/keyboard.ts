import { type Locator, type Page, expect } from "@playwright/test";

/** Of every control, so that one always looks for the same mark. */
const RING = "2px";
/** More stops than any page has. */
const MAXIMUM_STOPS = 150;

/**
 * Presses Tab until the element has the focus. Fails when `maximumStops` do not reach it, or when
 * a stop on the way cannot be seen.
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

/** Goes through the whole page with Tab; gives the names of the stops that cannot be seen. */
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

/** Without smooth scrolling and transitions, a stop is where it stays. */
const comeToRest = (page: Page) => page.emulateMedia({ reducedMotion: "reduce" });

/**
 * What has the focus, when a person cannot see it or that it has it (WCAG 2.2, 2.4.7 and 2.4.11);
 * null when all is well.
 */
function hiddenStop(page: Page): Promise<string | null> {
  return page.evaluate(async (ring) => {
    const element = document.activeElement;
    // Even without motion a ring is drawn by a transition, which begins with the next frame.
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
    // daisyUI marks the whole of what unfolds, and the label of a hidden radio.
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
