// @module-tag full
import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, openVisit } from "../support/pages/browser.ts";
import { findAxeViolations } from "../support/pages/check-accessibility.ts";
import { refusedByServer, startJourney } from "../support/pages/journey.ts";
import { claimScreens } from "./claim-screens.ts";
import { leaseScreens } from "./lease-screens.ts";
import { findOverflow, openScreen } from "./open-screen.ts";
import type { Screen } from "./screen.ts";
import { answerWith, countAnswers } from "./staff-answers.ts";
import { staffDialogScreens } from "./staff-dialog-screens.ts";
import { staffScreens } from "./staff-screens.ts";

const journey = startJourney();
/** Browser whose default font size is doubled, a setting of its user. */
let largeText: Browser;
beforeAll(async () => {
  largeText = await launchBrowser(["--blink-settings=defaultFontSize=32"]);
});
afterAll(() => largeText.close());

const screens = [
  ...staffScreens,
  ...staffDialogScreens,
  ...[...leaseScreens, ...claimScreens].filter(({ as }) => as === "staff"),
].map((screen): Screen => ({
  ...screen,
  async arrange(page) {
    await answerWith(countAnswers)(page);
    await screen.arrange?.(page);
  },
}));
// Demonstration data has no file behind the invented ids.
const expectedErrors = [refusedByServer];

/** Returns the pixels that the sidebar lacks. The menu is in the sidebar from 1024 px on. */
const lackingInSidebar = (page: Page) =>
  page.getByRole("banner").evaluate((bar) => ({
    x: bar.scrollWidth - bar.clientWidth,
    y: bar.scrollHeight - bar.clientHeight,
  }));

async function look(page: Page, what: string): Promise<void> {
  expect.soft(await findOverflow(page), what).toEqual([]);
  expect.soft(await findAxeViolations(page), what).toEqual([]);
}

test.each(screens)(
  "$name fits 320 to 1440 pixels and double text, accessible, with counts of three digits",
  async (screen) => {
    await journey.visit({ width: 320, height: 780, expectedErrors }, async (page) => {
      await openScreen(journey.stack, page, screen);
      await look(page, "320 pixels");
      await page.setViewportSize({ width: 1440, height: 900 });
      await look(page, "1440 pixels");
      await page.setViewportSize({ width: 1366, height: 640 });
      // The menu would always fit without its counts.
      if (screen.as === "staff") await page.getByRole("banner").getByText("128").first().waitFor();
      expect.soft(await findOverflow(page), "1366 pixels").toEqual([]);
      expect.soft(await lackingInSidebar(page), "sidebar").toEqual({ x: 0, y: 0 });
    });
    const visit = await openVisit(largeText, { width: 1366, height: 640, expectedErrors });
    await openScreen(journey.stack, visit.page, screen);
    await look(visit.page, "double text at 1366 pixels");
    await visit.page.setViewportSize({ width: 360, height: 780 });
    expect.soft(await findOverflow(visit.page), "double text at 360 pixels").toEqual([]);
    expect(visit.unexpectedErrors).toEqual([]);
    await visit.close();
  },
);
