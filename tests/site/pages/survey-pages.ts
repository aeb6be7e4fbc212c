import type { Browser, Request } from "@playwright/test";
import { type Visit, openVisit } from "../../support/pages/browser.ts";
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
const expectedErrors = [/the server responded with a status of 404/, /^404: \//];

/** Opens each path as a visitor with a wide window does, uses it, and narrows the window. */
export async function surveyPages(
  browser: Browser,
  siteUrl: string,
  paths: readonly string[],
): Promise<PageReport[]> {
  const reports: PageReport[] = [];
  // One visitor, who goes from page to page: a browser's new page costs as much as all that is read there.
  const visit = await openVisit(browser);
  await reportPolicyViolations(visit.page);
  const lost = await openVisit(browser, { expectedErrors });
  await reportPolicyViolations(lost.page);
  for (const path of paths) {
    reports.push(await surveyPage(path === unknownPath ? lost : visit, siteUrl, path));
  }
  await visit.close();
  await lost.close();
  return reports;
}

async function surveyPage(visit: Visit, siteUrl: string, path: string): Promise<PageReport> {
  const { page, unexpectedErrors, outsideHosts } = visit;
  const scripts: string[] = [];
  const noteScript = (request: Request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  page.on("request", noteScript);
  try {
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
      errors: unexpectedErrors.splice(0),
      outsideHosts: [...outsideHosts],
    };
  } finally {
    page.off("request", noteScript);
    outsideHosts.clear();
  }
}
