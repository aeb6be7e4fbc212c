// @module-tag full
import type { Locator, Page } from "@playwright/test";
import { describe, expect, test } from "vitest";
import { type VisitOptions, openVisit } from "../../support/pages/browser.ts";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { openListeningPage } from "../../support/pages/listening-page.ts";
import { runSite } from "../run-site.ts";
import { productPaths } from "../site-paths.ts";

const pages = ["/como-funciona", "/locadores", "/payser-fianca"];
/** Formats an amount in reais with a non-breaking space after the currency. */
const reais = (amount: string) => `R$\u00a0${amount}`;

const site = runSite();

const readHtml = async (path: string) => (await fetch(site.stack.siteUrl + path)).text();
const sectionOf = (page: Page) => page.locator("#cobertura");
const columnOf = (section: Locator, column: number) =>
  section.locator(`tbody tr > :nth-child(${column})`).allTextContents();

async function visit(
  path: string,
  options: VisitOptions,
  look: (section: Locator, page: Page) => Promise<void>,
): Promise<void> {
  const { page, unexpectedErrors, close } = await openVisit(site.browser, options);
  await page.goto(site.stack.siteUrl + path);
  await look(sectionOf(page), page);
  expect(unexpectedErrors).toEqual([]);
  await close();
}

test.each(pages)(
  "the calculator of %s starts with the first typed digits at every width",
  async (path) => {
    await visit(path, { width: 320 }, async (section, page) => {
      // The application loads when the visitor first uses the page. In this test, the typing below is the first use.
      await section.getByLabel("Aluguel").fill("1.850,00");
      await expect
        .poll(() => section.getByRole("status").innerText())
        .toContain(reais("15.540,00"));
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  },
);

test("other products show no coverage and load none of its scripts", async () => {
  for (const path of productPaths.filter((product) => !pages.includes(product))) {
    expect(await readHtml(path)).not.toContain('id="cobertura"');
  }
  const { page, close } = await openVisit(site.browser);
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await page.goto(`${site.stack.siteUrl}/pix-payser`);
  await hydrate(page);
  await page.waitForLoadState("networkidle");
  expect(scripts.filter((url) => url.includes("/coverage-"))).toEqual([]);
  expect(scripts.filter((url) => url.includes("/published-page-"))).not.toEqual([]);
  await close();
});

describe("a published change", () => {
  test("reaches all three pages from the coverage, an open one without a reload", async () => {
    const text = "Aluguéis e encargos não pagos, de qualquer mês";
    const { page, close } = await openListeningPage(
      site.browser,
      `${site.stack.siteUrl}/payser-fianca`,
    );
    await site.stack.editor
      .patch("coverage")
      .set({ 'exclusions.items[_key == "alugueis"].text': text })
      .commit();
    await sectionOf(page).getByText(text).waitFor();
    for (const path of pages) await expect.poll(() => readHtml(path)).toContain(text);
    await close();
  });

  test("reaches texts and amounts together from the business rules", async () => {
    const { page, close } = await openListeningPage(
      site.browser,
      `${site.stack.siteUrl}/como-funciona`,
    );
    await site.stack.editor
      .patch("businessRules")
      .set({ coveragePercent: 50, maximumMonths: 10 })
      .commit();
    await sectionOf(page).getByText("no máximo 50% dele").waitFor();
    expect(await columnOf(sectionOf(page), 1)).toContain(`${reais("1.850,00")} × 10`);
    expect(await columnOf(sectionOf(page), 3)).toContain(reais("9.250,00"));
    await site.stack.editor
      .patch("businessRules")
      .set({ coveragePercent: 70, maximumMonths: 12 })
      .commit();
    await sectionOf(page).getByText("no máximo 70% dele").waitFor();
    await close();
  });

  test("shows a labelled estimate while the fee has a range", async () => {
    const note = "A taxa é uma estimativa";
    for (const path of pages) expect(await readHtml(path)).not.toContain("Taxa estimada");
    await site.stack.editor
      .patch("businessRules")
      .set({ feeEstimate: { minimumPercent: 8, maximumPercent: 12.5 } })
      .commit();
    const range = `${reais("1.776,00")} a ${reais("2.775,00")}`;
    for (const path of pages) {
      await expect.poll(() => readHtml(path)).toContain(note);
      expect(await readHtml(path)).toContain(range);
    }
    await visit("/locadores", { width: 320 }, async (section, page) => {
      expect(await columnOf(section, 4)).toContain(range);
      await section.getByLabel("Aluguel").fill("1000");
      const amount = `Taxa estimada: ${reais("960,00")} a ${reais("1.500,00")}`;
      await expect.poll(() => section.getByRole("status").innerText()).toContain(amount);
      await checkAccessibility(page);
    });
    await site.stack.editor.patch("businessRules").unset(["feeEstimate"]).commit();
    for (const path of pages) await expect.poll(() => readHtml(path)).not.toContain(note);
  });

  test("shows or hides the coverage of a product", async () => {
    const has = async () => (await readHtml("/payser-fianca")).includes('id="cobertura"');
    await site.stack.editor.patch("product-payser-fianca").set({ showsCoverage: false }).commit();
    await expect.poll(has).toBe(false);
    await site.stack.editor.patch("product-payser-fianca").set({ showsCoverage: true }).commit();
    await expect.poll(has).toBe(true);
  });
});
