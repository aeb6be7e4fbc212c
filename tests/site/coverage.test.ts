import type { Locator, Page } from "@playwright/test";
import { describe, expect, test } from "vitest";
import { openVisit, type VisitOptions } from "../support/browser.ts";
import { checkAccessibility } from "../support/check-accessibility.ts";
import { hydrate } from "../support/hydrate.ts";
import { openListeningPage } from "../support/listening-page.ts";
import { runSite } from "./run-site.ts";
import { productPaths } from "./site-paths.ts";

const pages = ["/como-funciona", "/locadores", "/payser-fianca"];
/** The space that does not break between the currency and its amount. */
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

describe.each(pages)("%s without JavaScript", (path) => {
  test("names first and in bold what is not covered, unpaid rent and charges before all", async () => {
    await visit(path, { javaScriptEnabled: false, width: 320 }, async (section) => {
      const lists = section.locator("ul");
      expect(await lists.nth(0).locator("li").first().innerText()).toBe(
        "Aluguéis e encargos não pagos",
      );
      expect(await lists.nth(1).innerText()).toContain("Pintura");
      const [excluded, covered] = await section.locator("h3").allTextContents();
      expect([excluded, covered]).toEqual(["O que não é coberto", "O que é coberto"]);
      const weights = await lists
        .nth(0)
        .locator("li")
        .evaluateAll((items) => items.map((item) => Number(getComputedStyle(item).fontWeight)));
      expect(weights).toHaveLength(5);
      expect(Math.min(...weights)).toBeGreaterThanOrEqual(700);
      const [above, below] = await Promise.all([lists.nth(0), lists.nth(1)].map(topOf));
      expect(above).toBeLessThan(below ?? 0);
    });
  });

  test("works examples out to the cent in a table, and offers no calculator", async () => {
    await visit(path, { javaScriptEnabled: false }, async (section) => {
      expect(await columnOf(section, 1)).toEqual([
        `${reais("1.200,00")} × 12`,
        `${reais("1.850,00")} × 12`,
        `${reais("3.500,00")} × 12`,
        `${reais("2.400,50")} × 6`,
      ]);
      expect(await columnOf(section, 2)).toEqual(
        ["14.400,00", "22.200,00", "42.000,00", "14.403,00"].map(reais),
      );
      expect(await columnOf(section, 3)).toEqual(
        ["10.080,00", "15.540,00", "29.400,00", "10.082,10"].map(reais),
      );
      expect(await section.locator("input").isVisible()).toBe(false);
    });
  });

  test("leads to the clauses that say the same", async () => {
    await visit(path, { javaScriptEnabled: false }, async (section, page) => {
      expect(await section.getByRole("link").allInnerTexts()).toEqual([
        "Termos, cláusula 7",
        "Termos, cláusula 6",
        "Termos, cláusula 5",
      ]);
      await section.getByRole("link", { name: "Termos, cláusula 7" }).click();
      const { hash, pathname } = new URL(page.url());
      expect(pathname).toBe("/termos");
      const clause = page.locator(`[id="${hash.slice(1)}"]`);
      expect(await clause.locator("h2").innerText()).toBe("7 O que a fiança não cobre");
      await expect.poll(() => topOf(clause)).toBeLessThan(900);
    });
  });
});

const topOf = async (part: Locator) => (await part.boundingBox())?.y;

describe.each(pages)("the calculator of %s", (path) => {
  test("tells reference value and limit of what was typed, and passes axe", async () => {
    await visit(path, { width: 360 }, async (section, page) => {
      // The first sign of use: the application is not there yet.
      await section.getByLabel("Aluguel").fill("1.850,00");
      const output = section.getByRole("status");
      await expect
        .poll(() => output.innerText())
        .toBe(
          `Valor de referência: ${reais("22.200,00")}\nLimite da cobertura: ${reais("15.540,00")}`,
        );
      await section.getByLabel("Meses").selectOption("6");
      await expect.poll(() => output.innerText()).toContain(reais("7.770,00"));
      await section.getByLabel("Aluguel").fill("mil");
      await expect.poll(() => output.innerText()).toContain("Escreva o valor em reais");
      expect(await section.getByLabel("Aluguel").getAttribute("aria-invalid")).toBe("true");
      await section.getByLabel("Aluguel").fill("");
      await expect.poll(() => output.innerText()).toContain("Escreva o aluguel para ver");
      await section.getByLabel("Aluguel").fill("2.400,50");
      await expect.poll(() => output.innerText()).toContain(reais("14.403,00"));
      for (const width of [360, 320, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await checkAccessibility(page);
      }
    });
  });
});

test("what was typed stays typed, and is nowhere in the address or in storage", async () => {
  await visit("/locadores", {}, async (section, page) => {
    await section.getByLabel("Aluguel").fill("1.850,00");
    await expect.poll(() => section.getByRole("status").innerText()).toContain("Limite");
    expect(new URL(page.url()).search).toBe("");
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...sessionStorage }, document.cookie]),
    );
    expect(stored).not.toContain("1.850");
  });
});

test("other products show no coverage, and load nothing of it", async () => {
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

describe("what editors publish", () => {
  test("of the coverage changes all three pages, an open one without a reload", async () => {
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

  test("of the business rules changes texts and amounts together", async () => {
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

  test("as the range of the fee brings an estimate that calls itself one, until it goes", async () => {
    const note = "A taxa é uma estimativa";
    for (const path of pages) expect(await readHtml(path)).not.toContain("Taxa estimada");
    await site.stack.editor
      .patch("businessRules")
      .set({ feeEstimate: { minimumPercent: 8, maximumPercent: 12.5 } })
      .commit();
    for (const path of pages) {
      await expect.poll(() => readHtml(path)).toContain(note);
      await visit(path, { width: 320 }, async (section, page) => {
        expect(await columnOf(section, 4)).toContain(`${reais("1.776,00")} a ${reais("2.775,00")}`);
        await section.getByLabel("Aluguel").fill("1000");
        const amount = `Taxa estimada: ${reais("960,00")} a ${reais("1.500,00")}`;
        await expect.poll(() => section.getByRole("status").innerText()).toContain(amount);
        await checkAccessibility(page);
      });
    }
    await site.stack.editor.patch("businessRules").unset(["feeEstimate"]).commit();
    for (const path of pages) await expect.poll(() => readHtml(path)).not.toContain(note);
  });

  test("as a product that shows it, or no longer does", async () => {
    const has = async () => (await readHtml("/payser-fianca")).includes('id="cobertura"');
    await site.stack.editor.patch("product-payser-fianca").set({ showsCoverage: false }).commit();
    await expect.poll(has).toBe(false);
    await site.stack.editor.patch("product-payser-fianca").set({ showsCoverage: true }).commit();
    await expect.poll(has).toBe(true);
  });
});

test("in forced colours the exclusions keep a frame, and the table its lines", async () => {
  await visit("/locadores", { width: 1280 }, async (section, page) => {
    await page.emulateMedia({ forcedColors: "active" });
    const frame = section.locator(".limiting-clause");
    const width = (part: Locator, side: string) =>
      part.evaluate(
        (element, name) => getComputedStyle(element).getPropertyValue(name),
        `border-${side}-width`,
      );
    expect(await width(frame, "top")).toBe("2px");
    expect(await width(section.locator("thead th").first(), "bottom")).toBe("2px");
  });
});

test("on paper everything is there but what one types in", async () => {
  for (const path of pages) {
    await visit(path, { width: 660 }, async (section, page) => {
      const exclusions = await section.locator("ul").first().innerText();
      await page.emulateMedia({ media: "print" });
      expect(await section.locator("ul").first().innerText()).toBe(exclusions);
      expect(await section.locator("table").isVisible()).toBe(true);
      expect(await section.locator("fieldset").isVisible()).toBe(false);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  }
});
