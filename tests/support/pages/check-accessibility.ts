import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect } from "@playwright/test";
import { noteAxeState } from "../runner/axe-states.ts";

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
  const builder = new AxeBuilder({ page })
    // What passes is not described.
    // The frames of a part show what is looked at elsewhere.
    .options({ resultTypes: ["violations"], iframes: !part })
    .withTags(wcagTags)
    // Without it each run opens a page of its own to put the results together.
    .setLegacyMode();
  if (part) builder.include(part.within).disableRules(rulesOfPages);
  for (const selector of part?.without ?? []) builder.exclude(selector);
  const { violations } = await builder.analyze();
  await noteAxeState(violations.length);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
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
