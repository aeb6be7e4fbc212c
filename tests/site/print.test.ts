import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openVisit, type Visit } from "../support/browser.ts";
import { useSite } from "./run-site.ts";

const termsSchema = z.object({
  _id: z.literal("termsPage"),
  clauses: z.array(z.object({ title: z.string() })),
});

const site = useSite();
let visit: Visit;
let page: Page;

beforeAll(async () => {
  visit = await openVisit(site.browser);
  page = visit.page;
  await page.goto(`${site.stack.siteUrl}/termos`);
});
afterAll(() => visit.close());

/** What is seen of the terms, without the addresses that paper adds behind links. */
const readTerms = () => page.locator("main").innerText();

test("the printed terms are those on the screen, word for word, with every clause", async () => {
  await page.emulateMedia({ media: "screen" });
  const onScreen = await readTerms();
  await page.emulateMedia({ media: "print" });
  expect(await readTerms()).toBe(onScreen);
  for (const title of await readClauseTitles()) expect(onScreen).toContain(title);
});

test("header, footer and skip link stay off the paper", async () => {
  await page.emulateMedia({ media: "print" });
  for (const name of ["header", "footer", ".skip-link"]) {
    expect(await page.locator(name).first().isVisible(), name).toBe(false);
  }
});

test("nothing is wider than an A4 page, and no heading ends one", async () => {
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 660, height: 900 });
  const { overflow, breaks } = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    breaks: [...document.querySelectorAll("main h2")].map(
      (heading) => getComputedStyle(heading).breakAfter,
    ),
  }));
  expect(overflow).toBeLessThanOrEqual(0);
  expect(breaks.length).toBeGreaterThan(10);
  expect(new Set(breaks)).toEqual(new Set(["avoid"]));
});

async function readClauseTitles(): Promise<string[]> {
  const lines = (await readFile("studio/seed/content.ndjson", "utf8")).split("\n").filter(Boolean);
  for (const line of lines) {
    const terms = termsSchema.safeParse(JSON.parse(line));
    if (terms.success) return terms.data.clauses.map(({ title }) => title);
  }
  throw new Error("The seed has terms.");
}
