// @module-tag full
import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, openVisit } from "../../support/pages/browser.ts";
import { useSite } from "../run-site.ts";
import { accountPaths, publicPaths, unknownPath } from "../site-paths.ts";

const site = useSite();
let browser: Browser;

beforeAll(async () => {
  // This switch doubles the default font size, a setting of the browser. Media queries in rem adapt to the size.
  browser = await launchBrowser(["--blink-settings=defaultFontSize=32"]);
});
afterAll(() => browser.close());

async function lookAt<Found>(
  path: string,
  height: number,
  look: (page: Page) => Promise<Found>,
): Promise<Found> {
  const expectedErrors = path === unknownPath ? [/status of 404/, /^404: \//] : [];
  const visit = await openVisit(browser, { width: 360, expectedErrors });
  await visit.page.setViewportSize({ width: 360, height });
  await visit.page.goto(site.stack.siteUrl + path);
  const found = await look(visit.page);
  expect(visit.unexpectedErrors).toEqual([]);
  await visit.close();
  return found;
}

test.each([...publicPaths, ...accountPaths, unknownPath])(
  "%s fits a phone at double text size and keeps its header on one row",
  async (path) => {
    const found = await lookAt(path, 800, (page) =>
      page.evaluate(() => {
        const header = document.querySelector(".site-header");
        return {
          text: getComputedStyle(document.documentElement).fontSize,
          overflow: document.documentElement.scrollWidth - innerWidth,
          header: header ? header.getBoundingClientRect().height / innerHeight : 0,
        };
      }),
    );
    expect(found).toMatchObject({ text: "32px", overflow: 0 });
    expect(found.header).toBeLessThan(0.2);
  },
);

test("the header scrolls with the page when it would take a fifth of the window", async () => {
  const positionAt = (height: number) =>
    lookAt("/contato", height, (page) =>
      page.locator(".site-header").evaluate((header) => getComputedStyle(header).position),
    );
  expect(await positionAt(800)).toBe("fixed");
  expect(await positionAt(640)).toBe("absolute");
});
