// @module-tag full
import type { Locator, Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { paths } from "../../../web/config/paths.ts";
import { type Visit, openVisit } from "../../support/pages/browser.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { useSite } from "../run-site.ts";

const termsSchema = z.object({
  _id: z.literal("termsPage"),
  clauses: z.array(z.object({ title: z.string() })),
});

const site = useSite();
/**
 * Opens a page with forced colours. The system then sets all backgrounds, so a background cannot mark a chosen option.
 */
async function visitInForcedColours(
  path: string,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const { page, unexpectedErrors, close } = await openVisit(site.browser, { width: 1280 });
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await page.goto(site.stack.siteUrl + path);
  await hydrate(page);
  await look(page);
  expect(unexpectedErrors).toEqual([]);
  await close();
}

const styleOf = (part: Locator, pseudo: string | null, property: string) =>
  part.evaluate(
    (element, [of, name]) => getComputedStyle(element, of).getPropertyValue(name ?? ""),
    [pseudo, property] as const,
  );

test("the selected tab of the sign-in has a border in forced colours", async () => {
  await visitInForcedColours(paths.clientArea, async (page) => {
    const width = (selected: boolean) =>
      styleOf(page.getByRole("tab", { selected }), null, "border-top-width");
    expect(await width(true)).toBe("1px");
    expect(await width(false)).toBe("0px");
  });
});

test("the current step has another colour than the next in forced colours", async () => {
  await visitInForcedColours(paths.simulation, async (page) => {
    const colour = (index: number) =>
      styleOf(page.locator(".form-progress .step").nth(index), "::after", "background-color");
    await page.getByLabel("Nome completo").focus();
    expect(await colour(1)).toBe(await colour(2));
    await page.getByLabel("Endereço do imóvel").focus();
    expect(await colour(1)).not.toBe(await colour(2));
  });
});

test("the exclusions keep a frame and the table its lines in forced colours", async () => {
  await visitInForcedColours("/locadores", async (page) => {
    const section = page.locator("#cobertura");
    const frame = section.locator(".limiting-clause");
    expect(await styleOf(frame, null, "border-top-width")).toBe("2px");
    expect(await styleOf(section.locator("thead th").first(), null, "border-bottom-width")).toBe(
      "2px",
    );
  });
});

describe("the printed page", () => {
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    visit = await openVisit(site.browser);
    page = visit.page;
    await page.goto(`${site.stack.siteUrl}/termos`);
  });
  afterAll(() => visit.close());

  /** Returns the visible text of the terms page, without the URLs that the print style adds after links. */
  const readTerms = () => page.locator("main").innerText();

  test("the printed terms equal those on the screen word for word, with every clause", async () => {
    await page.emulateMedia({ media: "screen" });
    const onScreen = await readTerms();
    await page.emulateMedia({ media: "print" });
    expect(await readTerms()).toBe(onScreen);
    for (const title of await readClauseTitles()) expect(onScreen).toContain(title);
  });

  test("header, footer and skip link are not printed", async () => {
    await page.emulateMedia({ media: "print" });
    for (const name of ["header", "footer", ".skip-link"]) {
      expect(await page.locator(name).first().isVisible(), name).toBe(false);
    }
  });

  test("no part is wider than an A4 page, and no heading ends a page", async () => {
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
});

test.each(["/como-funciona", "/locadores", "/payser-fianca"])(
  "the coverage of %s is printed without the calculator's fields",
  async (path) => {
    const { page, unexpectedErrors, close } = await openVisit(site.browser, { width: 660 });
    await page.goto(site.stack.siteUrl + path);
    const section = page.locator("#cobertura");
    const exclusions = await section.locator("ul").first().innerText();
    await page.emulateMedia({ media: "print" });
    expect(await section.locator("ul").first().innerText()).toBe(exclusions);
    expect(await section.locator("table").isVisible()).toBe(true);
    expect(await section.locator("fieldset").isVisible()).toBe(false);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(unexpectedErrors).toEqual([]);
    await close();
  },
);

async function readClauseTitles(): Promise<string[]> {
  const lines = (await readFile("studio/seed/content.ndjson", "utf8")).split("\n").filter(Boolean);
  for (const line of lines) {
    const terms = termsSchema.safeParse(JSON.parse(line));
    if (terms.success) return terms.data.clauses.map(({ title }) => title);
  }
  throw new Error("The seed has terms.");
}
