import { type Page, expect } from "@playwright/test";
import axe from "axe-core";
import { noteAxeState } from "../runner/axe-states.ts";

declare global {
  interface Window {
    /** There from the first look at a page on. */
    axe?: typeof axe;
  }
}

const wcagTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

interface PartOfPage {
  /** Selector of the part that is looked at; its page is somebody else's. */
  within: string;
  /** Selectors of what is left out, because it is not ours. */
  without?: readonly string[];
}

/** What is asked of a page as a whole. */
const rulesOfPages = ["landmark-one-main", "page-has-heading-one", "region"];

/** Accessibility problems of what the page, or a part of it, shows now, one line each. */
export async function findAxeViolations(page: Page, part?: PartOfPage): Promise<string[]> {
  await comeToRest(page);
  // The frames of a part show what is looked at elsewhere.
  for (const frame of part ? [page.mainFrame()] : page.frames()) {
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe.source);
  }
  // Axe's own builder reads its program anew each time, and has all that passes sent: that takes a third
  // of a look.
  const violations = await page.evaluate(
    async ({ part: looked, tags, barred }) => {
      const context = looked
        ? {
            include: [[looked.within]],
            exclude: (looked.without ?? []).map((selector) => [selector]),
          }
        : document;
      const found = await window.axe?.run(context, {
        runOnly: { type: "tag", values: tags },
        rules: Object.fromEntries(barred.map((rule) => [rule, { enabled: false }])),
        resultTypes: ["violations"],
        iframes: !looked,
      });
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

/** What fades in has its colours only when it is there; what turns without end is left to turn. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    // One that is cancelled, because its element goes, has ended as well.
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Fails on any accessibility rule that the page breaks as it is now, or when it scrolls sideways. */
export async function checkAccessibility(page: Page): Promise<void> {
  expect(await findAxeViolations(page)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(overflow, "pixels beyond the right edge").toBeLessThanOrEqual(0);
}
