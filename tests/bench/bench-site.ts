import type { Browser } from "@playwright/test";
import { findFreePort } from "../../supabase/local/process/ports.ts";
import { readSitemapPaths } from "../site/site-paths.ts";
import { launchBrowser } from "../support/pages/browser.ts";
import { type BenchStack, startBenchStack } from "./bench-stack.ts";
import { type BenchPart, count, type Figure } from "./figure.ts";
import { measureFreshness } from "./freshness.ts";
import { measureFirstTap } from "./interaction.ts";
import { markdownTable } from "./markdown-table.ts";
import { measure } from "./measure.ts";
import { measurePageLoad, medianPageLoad, type PageLoad } from "./page-load.ts";
import { measureScriptBytes, scriptBudgets } from "./script-bytes.ts";
import {
  describeThroughput,
  measureThroughput,
  medianThroughput,
  type Throughput,
} from "./throughput.ts";

const marketingPages = ["/", "/payser-fianca", "/termos"];
const formPages = ["/simular"];
/** Pages that are timed. All other pages only get Lighthouse scores. */
const timedPages = [...marketingPages, ...formPages];

/** Compares the pages of the site with copies of these pages that are served as static files. */
export async function benchSite(): Promise<BenchPart> {
  const browserPort = await findFreePort();
  const stack = await startBenchStack();
  const browser = await launchBrowser([`--remote-debugging-port=${browserPort}`]);
  try {
    const paths = await readSitemapPaths(stack.siteUrl);
    const loads: string[][] = [];
    const figures: Figure[] = [];
    for (const path of paths) {
      const page = await benchPage(stack, browserPort, path);
      figures.push(...page.figures);
      loads.push(...page.rows);
    }
    const throughput = await benchThroughput(stack);
    return {
      figures: [
        ...figures,
        ...(await countBytes(stack, browser)),
        ...throughput.figures,
        ...(await measureFreshness(stack, browser)),
        ...(await benchFirstTaps(stack, browser)),
      ],
      sections: [
        markdownTable(["page", "score", "FCP ms", "LCP ms", "TBT ms", "CLS", "KB"], loads),
        ...throughput.sections,
      ],
    };
  } finally {
    await browser.close();
    await stack.close();
  }
}

/** Loads a page and its static copy alternately. Returns figures of the page whose limits come from the copy. */
async function benchPage(stack: BenchStack, browserPort: number, path: string) {
  const site: PageLoad[] = [];
  const copies: PageLoad[] = [];
  const isTimed = timedPages.includes(path);
  const figures = await measure(
    {
      [`${path} Lighthouse performance`]: ">=",
      [`${path} lowest other Lighthouse score`]: ">=",
      [`${path} CLS`]: "<",
      ...(isTimed && {
        [`${path} LCP, ms`]: "<=",
        [`${path} FCP, ms`]: "<=",
        [`${path} TBT, ms`]: "<",
      }),
    },
    async () => {
      const page = await measurePageLoad(stack.siteUrl + path, browserPort);
      const copy = await measurePageLoad(stack.staticUrl + path, browserPort);
      site.push(page);
      copies.push(copy);
      console.error(`${path}: ${page.performance}, LCP ${Math.round(page.lcp)}`);
      const others = Math.min(page.accessibility, page.bestPractices, page.seo);
      return {
        [`${path} Lighthouse performance`]: {
          value: page.performance,
          limit: copy.performance - 1,
        },
        [`${path} lowest other Lighthouse score`]: { value: others, limit: 100 },
        [`${path} CLS`]: { value: page.cls, limit: 0.01 },
        [`${path} LCP, ms`]: { value: page.lcp, limit: copy.lcp * 1.1 },
        [`${path} FCP, ms`]: { value: page.fcp, limit: copy.fcp * 1.1 },
        [`${path} TBT, ms`]: { value: page.tbt, limit: copy.tbt + 30 },
      };
    },
    { least: isTimed ? 5 : 1 },
  );
  const rows = [
    pageRow(path, medianPageLoad(site)),
    ...(isTimed ? [pageRow(`${path} (copy)`, medianPageLoad(copies))] : []),
  ];
  return { figures, rows };
}

function pageRow(name: string, load: PageLoad): string[] {
  const { performance, fcp, lcp, tbt, cls, kilobytes } = load;
  const whole = [performance, fcp, lcp, tbt].map((value) => String(Math.round(value)));
  return [name, ...whole, cls.toFixed(3), String(Math.round(kilobytes))];
}

async function countBytes(stack: BenchStack, browser: Browser): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of timedPages) {
    const bytes = await measureScriptBytes(stack.siteUrl + path, browser);
    if (path === "/") {
      figures.push(count("/ HTML with styles, KB br", bytes.html / 1024, "<=", 14));
    }
    if (marketingPages.includes(path)) {
      figures.push(
        count(
          `${path} script before use, kB`,
          bytes.before / 1_024,
          "<=",
          scriptBudgets.boot / 1_024,
        ),
        count(
          `${path} script once hydrated, kB gz`,
          bytes.hydrated / 1_024,
          "<=",
          scriptBudgets.page / 1_024,
        ),
      );
    } else {
      figures.push(
        count(`${path} script, kB gz`, bytes.hydrated / 1_024, "<=", scriptBudgets.form / 1_024),
      );
    }
  }
  return figures;
}

async function benchThroughput(stack: BenchStack): Promise<BenchPart> {
  const site: Throughput[] = [];
  const copy: Throughput[] = [];
  const figures = await measure({ "cached pages, req/s": ">=" }, async () => {
    const page = await measureThroughput(`${stack.siteUrl}/`);
    const file = await measureThroughput(`${stack.staticUrl}/`);
    site.push(page);
    copy.push(file);
    return {
      "cached pages, req/s": {
        value: page.requestsPerSecond,
        limit: 0.6 * file.requestsPerSecond,
      },
    };
  });
  const [siteText, filesText] = [medianThroughput(site), medianThroughput(copy)].map(
    describeThroughput,
  );
  const section = `Throughput at 32 connections: site ${siteText}; static files ${filesText}.`;
  return { figures, sections: [section] };
}

/**
 * Measures the first taps on pages of the site and the same taps on static copies without scripts, on a slowed phone.
 */
async function benchFirstTaps(stack: BenchStack, browser: Browser): Promise<Figure[]> {
  const taps = {
    "first tap on the menu": { path: "/", target: "header summary:visible" },
    "first tap on a question": { path: "/", target: "details[name] summary" },
    "first tap on a form field": { path: "/simular", target: "form input" },
  };
  const figures: Figure[] = [];
  for (const [name, { path, target }] of Object.entries(taps)) {
    const figure = `${name}, INP ms at 4x slowdown`;
    figures.push(
      ...(await measure({ [figure]: "<=" }, async () => ({
        [figure]: {
          value: await measureFirstTap(stack.siteUrl + path, browser, target),
          limit: (await measureFirstTap(stack.staticUrl + path, browser, target)) + 50,
        },
      }))),
    );
  }
  return figures;
}
