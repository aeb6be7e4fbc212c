import type { Browser, BrowserContext } from "@playwright/test";
import { openContext, openPage } from "../../support/pages/browser.ts";
import { findAxeViolations } from "../../support/pages/check-accessibility.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { findBrokenImages, inlineScriptBytes, readContent, readMainTexts } from "../read-page.ts";
import { reportPolicyViolations } from "../site-page.ts";
import { homeAliases, unknownPath } from "../site-paths.ts";

/** What a visit to one page found. */
export interface PageReport extends ReturnType<typeof readContent> {
  path: string;
  status: number | undefined;
  /** Script in the HTML itself, in bytes. */
  inlineScript: number;
  /** Scripts that the page asked for before anything was done with it. */
  scriptsBeforeUse: string[];
  /** The text of the main part, folded parts included: in the HTML as it is sent, and at last. */
  mainText: { served: string; shown: string };
  brokenImages: string[];
  /** What was seen in windows of different widths, in pixels. */
  views: PageView[];
  errors: string[];
  outsideHosts: string[];
}

export interface PageView {
  width: number;
  /** Pixels by which the page is wider than its window. */
  overflow: number;
  /** Texts of cards that are smaller than the text around them, where there is room. */
  smallCards: string[];
  axeViolations: string[];
}

/** A 404 is an error to the browser, and the missing path is logged (specification section 2). */
const notFoundErrors = [/the server responded with a status of 404/, /^404: \//];

/** Opens each path as a visitor with a wide window does, uses it, and narrows the window. */
export async function surveyPages(
  browser: Browser,
  siteUrl: string,
  paths: readonly string[],
): Promise<PageReport[]> {
  const reports: PageReport[] = [];
  // One visitor, whose browser has what the pages before needed.
  const context = await openContext(browser, { width: 1440 });
  for (const path of paths) reports.push(await surveyPage(context, siteUrl, path));
  await context.close();
  return reports;
}

async function surveyPage(
  context: BrowserContext,
  siteUrl: string,
  path: string,
): Promise<PageReport> {
  const visit = await openPage(context, {
    expectedErrors: path === unknownPath ? notFoundErrors : [],
  });
  const { page } = visit;
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  try {
    await reportPolicyViolations(page);
    // The event stream is the last thing that a page asks for by itself.
    const listening = page.waitForRequest((request) => request.url().includes("/_ao-vivo"));
    const response = await page.goto(siteUrl + path);
    await listening;
    const scriptsBeforeUse = [...scripts];
    const inlineScript = await page.evaluate(inlineScriptBytes);
    await hydrate(page);
    const mainText = await page.evaluate(readMainTexts);
    const content = await page.evaluate(readContent);
    const brokenImages = await page.evaluate(findBrokenImages);
    const views: PageView[] = [];
    for (const width of [1440, 360, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const { overflow, smallCards } = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - window.innerWidth,
        smallCards: [...document.querySelectorAll("li.card h3 ~ p, .contact-card p")]
          .filter((text) => Number.parseFloat(getComputedStyle(text).fontSize) < 16)
          .map((text) => text.textContent),
      }));
      // The aliases show what the home page shows, and 320 px what 360 do.
      const known = homeAliases.includes(path) || width === 320;
      views.push({
        width,
        overflow,
        smallCards,
        axeViolations: known ? [] : await findAxeViolations(page),
      });
    }
    return {
      path,
      status: response?.status(),
      inlineScript,
      scriptsBeforeUse,
      mainText,
      ...content,
      brokenImages,
      views,
      errors: visit.unexpectedErrors,
      outsideHosts: [...visit.outsideHosts],
    };
  } finally {
    await visit.close();
  }
}
