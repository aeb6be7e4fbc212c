import type { Browser, Request } from "@playwright/test";
import { type Visit, openVisit } from "../../support/pages/browser.ts";
import { findAxeViolations } from "../../support/pages/check-accessibility.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { findBrokenImages, inlineScriptBytes, readContent, readMainTexts } from "../read-page.ts";
import { reportPolicyViolations } from "../site-page.ts";
import { homeAliases, unknownPath } from "../site-paths.ts";

/** Findings about one page. */
export interface PageReport extends ReturnType<typeof readContent> {
  path: string;
  status: number | undefined;
  /** Size of the scripts inlined in the page's HTML, in bytes. */
  inlineScript: number;
  /** Scripts that the page loaded before the visitor first used the page. */
  scriptsBeforeUse: string[];
  /** Text of the main element, including collapsed parts, in the sent HTML and at the end of the visit. */
  mainText: { served: string; shown: string };
  brokenImages: string[];
  /** Findings for each window width. */
  views: PageView[];
  errors: string[];
  outsideHosts: string[];
}

export interface PageView {
  width: number;
  /** Number of pixels by which the page is wider than its window. */
  overflow: number;
  /** Texts on cards in a font smaller than 16 pixels. The cards have room for larger text. */
  smallCards: string[];
  axeViolations: string[];
}

/** Messages on the 404 page. The browser reports the status, and the page logs the path (specification section 2). */
const expectedErrors = [/the server responded with a status of 404/, /^404: \//];

/** Opens each path in a wide window, uses the page like a visitor, and then makes the window narrower. */
export async function surveyPages(
  browser: Browser,
  siteUrl: string,
  paths: readonly string[],
): Promise<PageReport[]> {
  const reports: PageReport[] = [];
  // All known paths are opened in the same tab, because a new tab for each path would double the time.
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
    // A page sends the request for the event stream last. After this request, the page loads nothing more on its own.
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
      // A view needs no accessibility check when an equal view is checked. Aliases show the home page, and the layout
      // at 320 px equals the layout at 360 px.
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
