import type { Page } from "@playwright/test";
import { describe, expect, test } from "vitest";
import { findAxeViolations } from "../../support/pages/check-accessibility.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { useSite, useVisitor } from "../run-site.ts";

/** Scroll distance after which the header changes, in pixels (specification section 9). */
const SCROLL_THRESHOLD = 20;

const visit = useVisitor(useSite());

async function visitHydrated(
  path: string,
  width: number,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  await visit(path, width, async (page) => {
    await hydrate(page);
    await look(page);
  });
}

describe("the header", () => {
  test(
    "is transparent at the top and opaque after scrolling past 20 px",
    { tags: ["full"] },
    async () => {
      await visitHydrated("/", 1440, async (page) => {
        const alphaAt = async (y: number) => {
          await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), y);
          await page.waitForFunction((top) => scrollY === top, y);
          return page.locator(".site-header").evaluate(settledAlpha);
        };
        for (const width of [1440, 360]) {
          await page.setViewportSize({ width, height: 900 });
          const alphas: number[] = [];
          for (const past of [-SCROLL_THRESHOLD, 0, 1, 0]) {
            alphas.push(await alphaAt(SCROLL_THRESHOLD + past));
          }
          expect({ width, alphas }).toEqual({ width, alphas: [0, 0, 1, 0] });
        }
      });
    },
  );

  test("is as tall as the space that pages leave for it", { tags: ["full"] }, async () => {
    await visitHydrated("/", 1424, async (page) => {
      for (const width of [1424, 1423, 1280, 1024, 360]) {
        await page.setViewportSize({ width, height: 900 });
        const { height = 0 } = (await page.locator(".site-header").boundingBox()) ?? {};
        // Space between the header and a scroll target, in pixels.
        const distance = 4 * 16;
        const room = await page.evaluate(
          () => getComputedStyle(document.documentElement).scrollPaddingTop,
        );
        expect({ width, height: Number.parseFloat(room) - distance }).toEqual({ width, height });
        expect(await page.locator("main").boundingBox()).toMatchObject({ y: 0 });
      }
    });
  });

  test("marks the open page in the navigation", { tags: ["full"] }, async () => {
    await visitHydrated("/locatarios", 1440, async (page) => {
      expect(await page.locator(".site-nav [aria-current=page]").allTextContents()).toEqual([
        "Para Locatários",
      ]);
    });
  });

  test(
    "offers neither the staff area nor a mobile menu to a visitor on a wide screen",
    { tags: ["full"] },
    async () => {
      await visitHydrated("/", 1440, async (page) => {
        expect(await page.getByRole("link", { name: /Gerenciar/ }).count()).toBe(0);
        expect(await page.locator(".mobile-menu").isVisible()).toBe(false);
        expect(await page.getByRole("link", { name: "Área do Cliente" }).isVisible()).toBe(true);
      });
    },
  );

  test("has a products menu that opens, leads to a product and closes", async () => {
    await visitHydrated("/", 1440, async (page) => {
      const summary = page.locator(".site-nav summary");
      const links = page.locator(".site-nav details a");
      await summary.click();
      expect(await links.allTextContents()).toEqual([
        expect.stringMatching(/^Pag PayserMáquina de cartão/),
        expect.stringMatching(/^Payser CardCartão/),
        expect.stringMatching(/^Pix PAYSERConta digital/),
        expect.stringMatching(/^PAYSER Gestão/),
        expect.stringMatching(/^PAYSER Fiança/),
      ]);
      expect(await findAxeViolations(page)).toEqual([]);
      await links.first().click();
      await page.waitForURL("**/pag-payser");
      await links.first().waitFor({ state: "hidden" });
    });
  });

  test(
    "closes the products menu on Escape, which returns the focus, and on a click elsewhere",
    { tags: ["full"] },
    async () => {
      await visitHydrated("/", 1440, async (page) => {
        const menu = page.locator(".site-nav details");
        await menu.locator("summary").click();
        await page.keyboard.press("Tab");
        await page.keyboard.press("Escape");
        expect(await menu.getAttribute("open")).toBeNull();
        expect(await menu.locator("summary").evaluate((it) => it === document.activeElement)).toBe(
          true,
        );
        await menu.locator("summary").click();
        await page.locator("h1").click();
        expect(await menu.getAttribute("open")).toBeNull();
      });
    },
  );

  test("has a mobile menu that toggles, and closes when a link is clicked", async () => {
    await visitHydrated("/", 360, async (page) => {
      const panel = page.locator(".mobile-panel");
      const toggle = page.locator(".mobile-menu > summary");
      expect(await toggle.innerText()).toBe("Abrir menu");
      await toggle.click();
      expect(await panel.isVisible()).toBe(true);
      expect(await toggle.innerText()).toBe("Fechar menu");
      await toggle.click();
      expect(await panel.isVisible()).toBe(false);

      await toggle.click();
      await panel.getByText("Produtos").click();
      expect(await findAxeViolations(page)).toEqual([]);
      await panel.getByRole("link", { name: "Pix PAYSER" }).click();
      await page.waitForURL("**/pix-payser");
      await panel.waitFor({ state: "hidden" });
    });
  });

  test("closes the mobile menu on a link to the open page", { tags: ["full"] }, async () => {
    await visitHydrated("/contato", 360, async (page) => {
      await page.locator(".mobile-menu > summary").click();
      await page.locator(".mobile-panel").getByRole("link", { name: "Fale Conosco" }).click();
      await expect.poll(() => page.locator(".mobile-panel").isVisible()).toBe(false);
    });
  });

  test("lets the keyboard skip to the content", async () => {
    await visitHydrated("/", 1440, async (page) => {
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("conteudo");
    });
  });
});

/** Returns the header's opacity after all transitions. The browser runs this function in the page. */
async function settledAlpha(header: Element): Promise<number> {
  // The browser sends the scroll event in the first animation frame and shows the effect in the second.
  for (const _frame of [1, 2]) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  await Promise.all(header.getAnimations().map(({ finished }) => finished.catch(() => {})));
  const color = getComputedStyle(header).backgroundColor;
  const alpha = /^rgba\(.*?([\d.]+)\)$/.exec(color)?.[1];
  return alpha === undefined ? 1 : Number(alpha);
}
