import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import type { Browser } from "@playwright/test";
import { findFreePort } from "../../supabase/local/process/find-free-port.ts";
import { readSitemapPaths } from "../site/site-paths.ts";
import { launchBrowser } from "../support/browser.ts";
import { benchBackend } from "./bench-backend.ts";
import { type BenchStack, startBenchStack } from "./bench-stack.ts";
import { budgetLine, type BudgetLine } from "./budget-line.ts";
import { measureFreshness } from "./freshness.ts";
import { measureFirstTap } from "./interaction.ts";
import { markdownTable } from "./markdown-table.ts";
import { measurePageLoad, medianPageLoad, type PageLoad } from "./page-load.ts";
import { measureScriptBytes } from "./script-bytes.ts";
import { describeThroughput, measureThroughput } from "./throughput.ts";

const RUNS = 5;
/** Of the pages whose scores alone are asked for. */
const SCORE_RUNS = 3;
const marketingPages = ["/", "/payser-fianca", "/termos"];
const formPages = ["/simular"];
const pages = [...marketingPages, ...formPages];

const budgets: BudgetLine[] = [];
const sections: string[] = [];
/** Medians of the pages that were loaded often. */
const loadedPages = new Map<string, PageLoad>();
let browserPort: number;
let stack: BenchStack;
let browser: Browser;

// `npm run bench -- backend` measures one part; only a complete run is worth keeping.
const parts = ["backend", "site"];
const wanted = process.argv.slice(2);
const isComplete = wanted.length === 0;
for (const name of wanted) if (!parts.includes(name)) throw new Error(`There is no part ${name}.`);
const wants = (part: string) => isComplete || wanted.includes(part);

// First: its calls are timed in this process, which is then free of what Lighthouse's runs leave.
const backend = wants("backend") ? await benchBackend() : undefined;
if (wants("site")) await benchSite();
sections.push(...(backend?.sections ?? []));
budgets.push(...(backend?.budgets ?? []));

sections.push(
  markdownTable(
    ["figure", "measured", "budget", ""],
    budgets.map(({ name, measured, limit, met }) => [
      name,
      measured,
      limit,
      met ? "ok" : "**over**",
    ]),
  ),
);
const report = `# Measured

\`npm run bench\`, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.version}.
Lighthouse: mobile preset, medians of ${RUNS} interleaved runs, of ${SCORE_RUNS} for scores alone; "limit" is the same page as a static file without scripts, with the same headers. A machine that is shared stalls both: of TBT the budget is what a page has beyond its limit.

${sections.join("\n\n")}
`;
console.log(report);
if (isComplete) await writeFile("docs/bench.md", report);
process.exit(budgets.every(({ met }) => met) ? 0 : 1);

async function benchSite(): Promise<void> {
  browserPort = await findFreePort();
  stack = await startBenchStack(pages);
  browser = await launchBrowser([`--remote-debugging-port=${browserPort}`]);
  try {
    sections.push(await benchPageLoads());
    sections.push(await benchScores());
    await benchBytes();
    await benchThroughput();
    await benchFreshness();
    await benchFirstTaps();
  } finally {
    await browser.close();
    await stack.close();
  }
}

async function benchPageLoads(): Promise<string> {
  const loads = new Map<string, PageLoad[]>();
  for (let run = 0; run < RUNS; run += 1) {
    for (const path of pages) {
      for (const url of [stack.siteUrl + path, stack.staticUrl + path]) {
        const load = await measurePageLoad(url, browserPort);
        loads.set(url, [...(loads.get(url) ?? []), load]);
        console.error(
          `${run + 1}/${RUNS} ${url}: ${load.performance}, LCP ${Math.round(load.lcp)}`,
        );
      }
    }
  }
  const rows: string[][] = [];
  for (const path of pages) {
    const site = medianPageLoad(loads.get(stack.siteUrl + path) ?? []);
    const limit = medianPageLoad(loads.get(stack.staticUrl + path) ?? []);
    loadedPages.set(path, site);
    rows.push(pageRow(path, site), pageRow(`${path} (limit)`, limit));
    budgets.push(
      budgetLine(`${path} LCP / limit`, site.lcp / limit.lcp, "<=", 1.1),
      budgetLine(`${path} FCP / limit`, site.fcp / limit.fcp, "<=", 1.1),
      budgetLine(`${path} CLS`, site.cls, "<", 0.01),
      // On a quiet machine the limit has 0 ms, and this is the page's whole TBT.
      budgetLine(`${path} TBT beyond the limit's, ms`, Math.max(0, site.tbt - limit.tbt), "<", 30),
    );
  }
  return markdownTable(["page", "score", "FCP ms", "LCP ms", "TBT ms", "CLS", "KB"], rows);
}

function pageRow(name: string, load: PageLoad): string[] {
  const { performance, fcp, lcp, tbt, cls, kilobytes } = load;
  const whole = [performance, fcp, lcp, tbt].map((value) => String(Math.round(value)));
  return [name, ...whole, cls.toFixed(3), String(Math.round(kilobytes))];
}

/** Lighthouse's scores of every page that search engines are told of. */
async function benchScores(): Promise<string> {
  const rows: string[][] = [];
  for (const path of await readSitemapPaths(stack.siteUrl)) {
    const load = loadedPages.get(path) ?? (await loadForScores(path));
    const { performance, accessibility, bestPractices, seo } = load;
    const scores = [performance, accessibility, bestPractices, seo];
    rows.push([path, ...scores.map(String)]);
    console.error(`${path}: ${scores.join(" ")}`);
    budgets.push(
      budgetLine(`${path} Lighthouse performance`, performance, ">=", 99),
      budgetLine(`${path} lowest other Lighthouse score`, Math.min(...scores.slice(1)), ">=", 100),
    );
  }
  return markdownTable(["page", "performance", "accessibility", "best practices", "SEO"], rows);
}

async function loadForScores(path: string): Promise<PageLoad> {
  const loads: PageLoad[] = [];
  for (let run = 0; run < SCORE_RUNS; run += 1) {
    loads.push(await measurePageLoad(stack.siteUrl + path, browserPort));
  }
  return medianPageLoad(loads);
}

async function benchBytes(): Promise<void> {
  for (const path of pages) {
    const bytes = await measureScriptBytes(stack.siteUrl + path, browser);
    if (path === "/")
      budgets.push(budgetLine("/ HTML with styles, KB br", bytes.html / 1024, "<=", 14));
    if (marketingPages.includes(path)) {
      budgets.push(
        budgetLine(`${path} script before use, KB`, bytes.before / 1024, "<=", 2),
        budgetLine(`${path} script once hydrated, KB gz`, bytes.hydrated / 1024, "<=", 110),
      );
    } else {
      budgets.push(budgetLine(`${path} script, KB gz`, bytes.hydrated / 1024, "<=", 140));
    }
  }
}

async function benchThroughput(): Promise<void> {
  const site = await measureThroughput(`${stack.siteUrl}/`);
  const limit = await measureThroughput(`${stack.staticUrl}/`);
  const share = site.requestsPerSecond / limit.requestsPerSecond;
  sections.push(
    `Throughput at 32 connections: site ${describeThroughput(site)}; static files ${describeThroughput(limit)}.`,
  );
  budgets.push(budgetLine("cached pages / static files, req/s", share, ">=", 0.6));
}

async function benchFreshness(): Promise<void> {
  const { openPage, firstHtml, rounds } = await measureFreshness(stack, browser);
  budgets.push(
    budgetLine(`publish -> open page, ms (median of ${rounds})`, openPage, "<", 1_000),
    budgetLine(`publish -> first fresh HTML, ms (median of ${rounds})`, firstHtml, "<", 500),
  );
}

async function benchFirstTaps(): Promise<void> {
  const home = `${stack.siteUrl}/`;
  const taps = {
    "first tap on the menu": () => measureFirstTap(home, browser, "header summary:visible"),
    "first tap on a question": () => measureFirstTap(home, browser, "details[name] summary"),
    "first tap on a form field": () =>
      measureFirstTap(`${stack.siteUrl}/simular`, browser, "form input"),
  };
  for (const [name, tap] of Object.entries(taps)) {
    budgets.push(budgetLine(`${name}, INP ms at 4x slowdown`, await tap(), "<", 100));
  }
}
