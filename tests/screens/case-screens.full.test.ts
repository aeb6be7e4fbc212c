// @module-tag full
import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, openVisit } from "../support/pages/browser.ts";
import { findAxeViolations } from "../support/pages/check-accessibility.ts";
import { refusedByServer, startJourney } from "../support/pages/journey.ts";
import { claimScreens } from "./claim-screens.ts";
import { leaseScreens } from "./lease-screens.ts";
import { findOverflow, openScreen } from "./open-screen.ts";

const journey = startJourney();
/** Browser whose default font size is doubled, a setting of its user. */
let largeText: Browser;
beforeAll(async () => {
  largeText = await launchBrowser(["--blink-settings=defaultFontSize=32"]);
});
afterAll(() => largeText.close());

const screens = [...leaseScreens, ...claimScreens].filter(({ as }) => as !== "staff");
// Demonstration data has no file behind the invented ids.
const expectedErrors = [refusedByServer];

test.each(screens)(
  "$name fits 320, 360 and 1440 pixels and double text, accessible and without a message",
  async (screen) => {
    await journey.visit({ width: 360, height: 780, expectedErrors }, async (page) => {
      await openScreen(journey.stack, page, screen);
      for (const width of [320, 360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect.soft(await findOverflow(page), `${width} pixels`).toEqual([]);
        expect.soft(await findAxeViolations(page)).toEqual([]);
      }
    });
    const visit = await openVisit(largeText, { width: 360, height: 780, expectedErrors });
    await openScreen(journey.stack, visit.page, screen);
    expect(await findOverflow(visit.page), "double text").toEqual([]);
    expect(visit.unexpectedErrors).toEqual([]);
    await visit.close();
  },
);
