// @module-tag full
import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, openVisit } from "../../support/pages/browser.ts";
import { useSite } from "../run-site.ts";
import { accountPaths, publicPaths, unknownPath } from "../site-paths.ts";

const site = useSite();
let browser: Browser;

beforeAll(async () => {
  // As readers set it in their browser: text of 200 %, and media queries in rem that know of it.
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
  "%s is no wider than a phone whose reader has text twice as large, and its header is one row",
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

test("the header goes with the page where it would take a fifth of the window", async () => {
  const positionAt = (height: number) =>
    lookAt("/contato", height, (page) =>
      page.locator(".site-header").evaluate((header) => getComputedStyle(header).position),
    );
  expect(await positionAt(800)).toBe("fixed");
  expect(await positionAt(640)).toBe("absolute");
});
