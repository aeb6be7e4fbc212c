import { type Page, expect } from "@playwright/test";
import axe from "axe-core";
import { noteAxeState } from "../runner/axe-states.ts";

declare global {
  interface Window {
    /** Global object of axe-core. The first check of a page loads axe-core into the page. */
    axe?: typeof axe;
  }
}

const wcagTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface PartOfPage {
  /** Selector of the part to check. The code of the rest of the page does not belong to this project. */
  within: string;
  /** Selectors of smaller parts to leave out, because their code does not belong to this project. */
  without?: readonly string[];
}

/** Rules for whole pages, which are disabled when only a part is checked. */
const rulesOfPages = ["landmark-one-main", "page-has-heading-one", "region"];

/** Returns the current accessibility problems of a page or of one part of a page. Each problem is one line. */
export async function findAxeViolations(page: Page, part?: PartOfPage): Promise<string[]> {
  await comeToRest(page);
  // When only a part is checked, frames inside the part are left out, because other tests check the pages in frames.
  for (const frame of part ? [page.mainFrame()] : page.frames()) {
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe.source);
  }
  // axe-core is called without its Playwright builder, which takes a third longer. The builder parses axe-core for each
  // check and returns passed rules besides the violations.
  const violations = await page.evaluate(
    async ({ part: looked, tags, barred }) => {
      const context = looked
        ? {
            include: [[looked.within]],
            exclude: (looked.without ?? []).map((selector) => [selector]),
          }
        : document;
      // A button that is enabled during the check would fade, and axe would read a colour between the two.
      const still = new CSSStyleSheet();
      still.replaceSync("*, ::before, ::after { transition: none !important }");
      document.adoptedStyleSheets.push(still);
      const found = await window.axe?.run(context, {
        runOnly: { type: "tag", values: tags },
        rules: Object.fromEntries(barred.map((rule) => [rule, { enabled: false }])),
        resultTypes: ["violations"],
        iframes: !looked,
      });
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
      return found?.violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ target, failureSummary }) => ({
          target: target.join(" "),
          failureSummary,
        })),
      }));
    },
    { part, tags: wcagTags, barred: part ? rulesOfPages : [] },
  );
  if (!violations) throw new Error("The page was left while it was looked at");
  await noteAxeState(violations.length);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
  );
}

/**
 * Waits for the end of transitions, because fading elements get their final colours only then. Endless animations are
 * ignored.
 */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    // An animation is cancelled when its element is removed. `allSettled` allows a cancellation, but `all` would fail.
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Checks the page in a phone's window and in a desktop window, and then restores the former window size. */
export async function checkBothWidths(page: Page): Promise<void> {
  const own = page.viewportSize();
  for (const size of [
    { width: 360, height: 780 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await checkAccessibility(page);
  }
  if (own) await page.setViewportSize(own);
}

/** Fails when the page breaks an accessibility rule or scrolls sideways. */
export async function checkAccessibility(page: Page): Promise<void> {
  expect(await findAxeViolations(page)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(overflow, "pixels beyond the right edge").toBeLessThanOrEqual(0);
}
