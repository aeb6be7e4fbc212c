import type { Locator, Page } from "@playwright/test";
import { describe, expect, test } from "vitest";
import { checkAccessibility } from "../../support/pages/check-accessibility.ts";
import { useSite, useVisitor } from "../run-site.ts";

/** Formats an amount in reais with a non-breaking space after the currency. */
const reais = (amount: string) => `R$\u00a0${amount}`;

const site = useSite();
const visit = useVisitor(site);
const visitWithoutScript = useVisitor(site, { javaScriptEnabled: false });

const sectionOf = (page: Page) => page.locator("#cobertura");
const columnOf = (section: Locator, column: number) =>
  section.locator(`tbody tr > :nth-child(${column})`).allTextContents();

describe.each(["/como-funciona", "/locadores", "/payser-fianca"])(
  "%s without JavaScript",
  (path) => {
    test("lists exclusions first and in bold, led by unpaid rent, and shows worked examples", async () => {
      await visitWithoutScript(path, 320, async (page) => {
        const section = sectionOf(page);
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

    test("leads to the clauses of the same content", { tags: ["full"] }, async () => {
      await visitWithoutScript(path, 1440, async (page) => {
        const section = sectionOf(page);
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
  },
);

test.each(["/", "/quem-somos", "/locatarios", "/parceiros", "/simular"])(
  "%s states the exclusions in its opening and leads to the table",
  { tags: ["full"] },
  async (path) => {
    await visitWithoutScript(path, 360, async (page) => {
      const opening = page.locator("main .hero-band");
      const said = opening.getByText("a fiança não cobre aluguéis e encargos não pagos");
      expect(await said.isVisible()).toBe(true);
      await opening.getByRole("link", { name: "Veja o que é coberto e até quanto" }).click();
      expect(new URL(page.url()).pathname).toBe("/como-funciona");
      await expect.poll(() => topOf(sectionOf(page))).toBeLessThan(640);
    });
  },
);

const topOf = async (part: Locator) => (await part.boundingBox())?.y;

test(
  "the calculator shows reference value and limit for the typed rent, and passes axe",
  { tags: ["full"] },
  async () => {
    await visit("/locadores", 360, async (page) => {
      const section = sectionOf(page);
      // The application loads when the visitor first uses the page. In this test, the typing below is the first use.
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
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await checkAccessibility(page);
      }
      expect(new URL(page.url()).search).toBe("");
      const stored = await page.evaluate(() =>
        JSON.stringify([{ ...sessionStorage }, document.cookie]),
      );
      expect(stored).not.toContain("2.400");
    });
  },
);
