import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "@playwright/test";
import { openVisit } from "../support/browser.ts";
import { hydrate, reportPolicyViolations } from "./site-page.ts";
import { homeAliases, unknownPath } from "./site-paths.ts";

/** What a visit to one page found. */
export interface PageReport {
  path: string;
  status: number | undefined;
  headings: string[];
  title: string;
  description: string;
  canonical: string | null;
  noIndex: boolean;
  /** Open Graph tags by property. */
  openGraph: Record<string, string>;
  /** Paths of this site that the page links to or needs. */
  links: string[];
  imagesWithoutText: string[];
  brokenImages: string[];
  /** Pixels by which the page is wider than its window, by width of the window. */
  overflow: Record<number, number>;
  errors: string[];
  outsideHosts: string[];
  axeViolations: string[];
}

/** A 404 is an error to the browser, and the missing path is logged (specification section 2). */
const notFoundErrors = [/the server responded with a status of 404/, /^404: \//];
const wcagTags = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];

/** Accessibility problems of what the page shows now, one line each. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(wcagTags)
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

/** Opens each path in a window of this width, hydrates it and notes what is there. */
export async function surveyPages(
  browser: Browser,
  siteUrl: string,
  paths: readonly string[],
  width: number,
): Promise<PageReport[]> {
  const reports: PageReport[] = [];
  for (const path of paths) reports.push(await surveyPage(browser, siteUrl, path, width));
  return reports;
}

async function surveyPage(
  browser: Browser,
  siteUrl: string,
  path: string,
  width: number,
): Promise<PageReport> {
  const visit = await openVisit(browser, {
    width,
    expectedErrors: path === unknownPath ? notFoundErrors : [],
  });
  const { page } = visit;
  try {
    await reportPolicyViolations(page);
    const response = await page.goto(siteUrl + path);
    await hydrate(page);
    const overflow = { [width]: await measureOverflow(page) };
    const content = await page.evaluate(readContent);
    const brokenImages = await page.evaluate(findBrokenImages);
    // The aliases show what the home page shows.
    const axeViolations = homeAliases.includes(path) ? [] : await findAxeViolations(page);
    if (width === 360) {
      await page.setViewportSize({ width: 320, height: 700 });
      overflow[320] = await measureOverflow(page);
    }
    return {
      path,
      status: response?.status(),
      ...content,
      brokenImages,
      overflow,
      axeViolations,
      errors: visit.unexpectedErrors,
      outsideHosts: [...visit.outsideHosts],
    };
  } finally {
    await visit.close();
  }
}

function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Runs in the page. */
function readContent() {
  const all = <E extends Element>(selector: string) => [...document.querySelectorAll<E>(selector)];
  const metaContent = (selector: string) =>
    document.querySelector<HTMLMetaElement>(selector)?.content ?? "";
  const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]");
  return {
    headings: all("h1").map((heading) => heading.textContent.trim()),
    title: document.title,
    description: metaContent("meta[name=description]"),
    canonical: canonical?.href ?? null,
    noIndex: metaContent("meta[name=robots]").includes("noindex"),
    openGraph: Object.fromEntries(
      all<HTMLMetaElement>("meta[property^='og:']").map((tag) => [
        tag.getAttribute("property") ?? "",
        tag.content,
      ]),
    ),
    links: all<HTMLAnchorElement | HTMLLinkElement>("a[href], link[href]")
      .map(({ href }) => new URL(href))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname),
    imagesWithoutText: all<HTMLImageElement>("img")
      .filter(({ alt }) => alt.trim() === "")
      .map(({ src }) => src),
  };
}

/** Runs in the page: loads the images further down too. */
async function findBrokenImages(): Promise<string[]> {
  const broken: string[] = [];
  for (const image of document.images) {
    image.loading = "eager";
    await image.decode().catch(() => broken.push(image.currentSrc || image.src));
  }
  return broken;
}
