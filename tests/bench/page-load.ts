import lighthouse from "lighthouse";
import { median } from "./median.ts";

export interface PageLoad {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  kilobytes: number;
}

/** Measures a page once with Lighthouse and its mobile preset, through the debugging port of a running browser. */
export async function measurePageLoad(url: string, browserPort: number): Promise<PageLoad> {
  const result = await lighthouse(url, {
    port: browserPort,
    logLevel: "error",
    output: "json",
  });
  if (!result) throw new Error(`Lighthouse gave nothing for ${url}`);
  const { audits, categories } = result.lhr;
  const number = (audit: string) => {
    const value = audits[audit]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse could not measure ${audit} of ${url}`);
    return value;
  };
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  return {
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    seo: score("seo"),
    fcp: number("first-contentful-paint"),
    lcp: number("largest-contentful-paint"),
    tbt: number("total-blocking-time"),
    cls: number("cumulative-layout-shift"),
    kilobytes: number("total-byte-weight") / 1024,
  };
}

/** Returns the median of each measured value over several loads. */
export function medianPageLoad(loads: readonly PageLoad[]): PageLoad {
  const of = (figure: keyof PageLoad) => median(loads.map((load) => load[figure]));
  return {
    performance: of("performance"),
    accessibility: of("accessibility"),
    bestPractices: of("bestPractices"),
    seo: of("seo"),
    fcp: of("fcp"),
    lcp: of("lcp"),
    tbt: of("tbt"),
    cls: of("cls"),
    kilobytes: of("kilobytes"),
  };
}
