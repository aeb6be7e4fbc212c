// @module-tag full
import type { Page } from "@playwright/test";
import { describe, expect, test } from "vitest";
import { useSite, useVisitor } from "../run-site.ts";

const visitWithout = useVisitor(useSite(), { javaScriptEnabled: false });

describe("the site without JavaScript", () => {
  test("the navigation leads to every page that it names", async () => {
    await visitWithout("/", 1440, async (page) => {
      const menu = page.getByRole("navigation", { name: "Menu principal" });
      for (const [name, path, title] of [
        ["Quem Somos", "/quem-somos", /Quem Somos|Payser/],
        ["Fale Conosco", "/contato", /Fale Conosco|Contato/i],
        ["Home", "/", /Alugue/],
      ] as const) {
        await menu.getByRole("link", { name, exact: true }).click();
        expect(new URL(page.url()).pathname).toBe(path);
        expect(await page.title()).toMatch(title);
      }
    });
  });

  test("the products menu opens and leads to a product", async () => {
    await visitWithout("/", 1440, async (page) => {
      const link = page.getByRole("link", { name: /^Pag Payser Máquina/ });
      expect(await link.isVisible()).toBe(false);
      await page.getByRole("navigation").getByText("Produtos").click();
      await link.click();
      expect(new URL(page.url()).pathname).toBe("/pag-payser");
      expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
    });
  });

  test("a product leads to the others by their cards", async () => {
    await visitWithout("/pag-payser", 360, async (page) => {
      const others = page.locator("section").filter({ hasText: "Outras soluções da Payser" });
      expect(await others.getByRole("link").allTextContents()).toEqual([
        "Payser Card",
        "Pix PAYSER",
        "PAYSER Gestão",
        "PAYSER Fiança",
      ]);
      // The link covers the whole card, so a click on the card's text opens the link.
      await others.getByText("Conta digital com Pix na hora").click({ force: true });
      expect(new URL(page.url()).pathname).toBe("/pix-payser");
    });
  });

  test("the mobile menu opens, closes and unfolds the products", async () => {
    await visitWithout("/", 360, async (page) => {
      const panel = page.getByRole("navigation", { name: "Menu principal" });
      expect(await panel.isVisible()).toBe(false);
      await page.getByText("Abrir menu").locator("..").click();
      expect(await panel.isVisible()).toBe(true);
      await panel.getByText("Produtos").click();
      await panel.getByRole("link", { name: "Payser Card", exact: true }).click();
      expect(new URL(page.url()).pathname).toBe("/payser-card");
      expect(await panel.isVisible()).toBe(false);
    });
  });

  test("a visitor from another product reads that the form belongs to the guarantee, with a link to the contact", async () => {
    await visitWithout("/payser-card", 360, async (page) => {
      await page.locator("main .hero-band a").first().click();
      expect(new URL(page.url()).pathname).toBe("/simular");
      const notice = page.getByText("Este formulário é da PAYSER Fiança");
      expect(await notice.filter({ visible: true }).allInnerTexts()).toEqual([
        expect.stringContaining("Quer contratar Payser Card?"),
      ]);
      await page.getByRole("link", { name: "Fale com a gente sobre Payser Card" }).click();
      expect(await page.getByLabel("Produto", { exact: true }).inputValue()).toBe("payser-card");
    });
    await visitWithout("/payser-fianca", 360, async (page) => {
      await page.locator("main .hero-band a").first().click();
      const notice = page.getByText("Este formulário é da PAYSER Fiança");
      expect(await notice.filter({ visible: true }).count()).toBe(0);
    });
  });

  test("the first field of the simulation is on the first screen of a phone", async () => {
    await visitWithout("/simular", 360, async (page) => {
      await page.setViewportSize({ width: 360, height: 640 });
      const { y = 0, height = 0 } = (await page.locator("#fullName").boundingBox()) ?? {};
      expect(y + height).toBeLessThan(640);
      const steps = page.locator(".form-progress").getByRole("link");
      expect(await steps.allInnerTexts()).toEqual(["Você", "Imóvel", "Proprietário", "Envio"]);
      // The page is scrolled down. The header stays visible and may cover at most 15 % of the window's height.
      await page.locator("#ownerName").scrollIntoViewIfNeeded();
      const fixed = await page.locator("header.site-header").boundingBox();
      expect(fixed?.height).toBeLessThan(96);
      expect(await steps.first().evaluate((link) => link.getBoundingClientRect().top)).toBeLessThan(
        0,
      );
    });
  });

  test("the footer and the menu on phones lead to the page of a request", async () => {
    await visitWithout("/", 360, async (page) => {
      await page.locator("footer").getByRole("link", { name: "Acompanhar pedido" }).click();
      expect(new URL(page.url()).pathname).toBe("/acompanhar");
      await page.getByText("Abrir menu").locator("..").click();
      const menu = page.getByRole("navigation", { name: "Menu principal" });
      expect(await menu.getByRole("link", { name: "Acompanhar pedido" }).isVisible()).toBe(true);
    });
  });

  test("the questions unfold one at a time", async () => {
    await visitWithout("/", 360, async (page) => {
      const questions = page.locator("details[name=faq]");
      await questions.nth(0).locator("summary").click();
      await questions.nth(1).locator("summary").click();
      expect(await openQuestions(page)).toEqual([1]);
      await questions.nth(1).locator("summary").click();
      expect(await openQuestions(page)).toEqual([]);
    });
  });

  test("the page has the theme's colours and its texts their font", async () => {
    await visitWithout("/simular", 360, async (page) => {
      const colour = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue("--color-primary"),
      );
      expect(colour).toBe("#0d5457");
      const fonts = await page.evaluate(async () => {
        const loaded = await document.fonts.ready;
        return [...loaded].map(({ family, status }) => `${family}: ${status}`);
      });
      expect(fonts).toContain("Figtree Variable: loaded");
    });
  });

  test("a landlord reads that the page needs scripts, and how to reach the company without them", async () => {
    await visitWithout("/locador", 360, async (page) => {
      const notice = page.locator(".script-notice");
      expect(await notice.filter({ visible: true }).count()).toBe(1);
      expect(await notice.getByRole("link").count()).toBe(3);
      expect(await page.locator("main form").filter({ visible: true }).count()).toBe(0);
    });
  });

  test("the video is a link to its page", async () => {
    await visitWithout("/", 360, async (page) => {
      const link = page.getByRole("link", { name: "Assistir ao vídeo institucional" });
      expect(await link.getAttribute("href")).toMatch(/^https:\/\/www\.youtube\.com\/watch/);
      expect(await page.getByRole("button", { name: /Parceiros|parceiros/ }).count()).toBe(0);
    });
  });
});

function openQuestions(page: Page): Promise<number[]> {
  return page
    .locator("details[name=faq]")
    .evaluateAll((all) => all.flatMap((item, index) => (item.hasAttribute("open") ? [index] : [])));
}
