import type { Page } from "@playwright/test";
import { describe, expect, test } from "vitest";
import { openVisit } from "../../support/pages/browser.ts";
import { findAxeViolations } from "../../support/pages/check-accessibility.ts";
import { hydrate } from "../../support/pages/hydrate.ts";
import { runSite } from "../run-site.ts";

const site = runSite();

async function visitHome(width: number, look: (page: Page) => Promise<void>): Promise<void> {
  const visit = await openVisit(site.browser, { width });
  await visit.page.goto(site.stack.siteUrl);
  await hydrate(visit.page);
  await look(visit.page);
  expect(visit.unexpectedErrors).toEqual([]);
  await visit.close();
}

test("the video follows the partners, in the order of the specification", async () => {
  const html = await (await fetch(site.stack.siteUrl)).text();
  const titles = [...html.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, title]) => title);
  expect(titles.slice(0, 2)).toEqual(["Imobiliárias parceiras", "Conheça a Payser"]);
});

describe("the partners carousel", () => {
  test("shows as many logos as fit, and buttons for a mouse", async () => {
    await visitHome(360, async (page) => {
      await mountedCarousel(page);
      for (const [width, logos, buttons] of [
        [360, 1, 0],
        [700, 2, 0],
        [800, 2, 2],
        [1440, 3, 2],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(async () => (await shownLogos(page)).length).toBe(logos);
        expect(await page.locator(".carousel-button").filter({ visible: true }).count()).toBe(
          buttons,
        );
      }
    });
  });

  test("loops in both directions", { tags: ["full"] }, async () => {
    await visitHome(1440, async (page) => {
      await mountedCarousel(page);
      const start = await shownLogos(page);
      const partners = await page.locator(".swiper-slide").count();
      const next = page.getByRole("button", { name: "Próximos parceiros" });
      const previous = page.getByRole("button", { name: "Parceiros anteriores" });

      const seen = new Set(start);
      for (let turn = 0; turn < partners; turn += 1) {
        const before = await shownLogos(page);
        await next.click();
        for (const logo of await logosOtherThan(page, before)) seen.add(logo);
      }
      expect(seen.size).toBe(partners);
      expect(await shownLogos(page)).toEqual(start);

      await previous.click();
      expect(await logosOtherThan(page, start)).toEqual([expect.anything(), ...start.slice(0, 2)]);
    });
  });

  test("turns to the partner that the keyboard reaches", { tags: ["full"] }, async () => {
    const url = "https://imobiliaria.example/";
    await site.stack.editor.patch("partner-varanda-norte").set({ url }).commit();
    await expect.poll(async () => (await fetch(site.stack.siteUrl)).text()).toContain(url);
    await visitHome(360, async (page) => {
      await mountedCarousel(page);
      const start = await shownLogos(page);
      const link = page.locator(`.carousel a[href="${url}"]`);
      await link.focus();
      expect(await logosOtherThan(page, start)).toEqual([
        await link.locator("img").getAttribute("alt"),
      ]);
    });
  });

  test("turns with the arrow keys", { tags: ["full"] }, async () => {
    await visitHome(360, async (page) => {
      await mountedCarousel(page);
      const start = await shownLogos(page);
      await page.locator(".carousel").focus();
      await page.keyboard.press("ArrowRight");
      const second = await logosOtherThan(page, start);
      await page.keyboard.press("ArrowLeft");
      expect(await logosOtherThan(page, second)).toEqual(start);
    });
  });
});

describe("the list of questions", () => {
  test("has six entries, of which one is open at a time and can be closed", async () => {
    await visitHome(1440, async (page) => {
      const questions = page.locator("details[name=faq]");
      const open = page.locator("details[name=faq][open]");
      expect(await questions.count()).toBe(6);
      expect(await open.count()).toBe(0);
      await questions.nth(0).locator("summary").click();
      expect(await questions.nth(0).locator(".rich-text").isVisible()).toBe(true);
      expect(await findAxeViolations(page)).toEqual([]);
      await questions.nth(3).locator("summary").click();
      expect(await questions.nth(3).getAttribute("open")).not.toBeNull();
      expect(await open.count()).toBe(1);
      await questions.nth(3).locator("summary").click();
      expect(await open.count()).toBe(0);
    });
  });
});

describe("the video", () => {
  test("sends no request to YouTube before it is played", { tags: ["full"] }, async () => {
    const visit = await openVisit(site.browser);
    const { page } = visit;
    const players: string[] = [];
    await page.route("https://www.youtube-nocookie.com/**", (route) => {
      players.push(route.request().url());
      return route.fulfill({ contentType: "text/html", body: "<title>Vídeo</title>" });
    });
    await page.goto(site.stack.siteUrl);
    await hydrate(page);
    const play = page.getByRole("button", { name: "Assistir ao vídeo institucional" });
    await play.scrollIntoViewIfNeeded();
    expect([...visit.outsideHosts, ...players]).toEqual([]);

    await play.click();
    const frame = page.getByTitle("Conheça a Payser");
    await frame.waitFor();
    await expect.poll(() => players).toHaveLength(1);
    expect(players[0]).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]{11}\?/);
    expect([...visit.outsideHosts]).toEqual(["www.youtube-nocookie.com"]);
    expect(visit.unexpectedErrors).toEqual([]);
    await visit.close();
  });
});

async function mountedCarousel(page: Page): Promise<void> {
  await page.locator(".carousel").scrollIntoViewIfNeeded();
  await page.locator(".swiper-initialized").waitFor();
}

/** Returns the logos that are fully visible, from left to right, after the carousel has stopped moving. */
async function shownLogos(page: Page): Promise<string[]> {
  return page.locator(".carousel").evaluate(async (carousel) => {
    const moves = carousel.querySelector(".swiper-wrapper")?.getAnimations() ?? [];
    await Promise.all(moves.map(({ finished }) => finished.catch(() => {})));
    // The carousel notices the end of a move in the next animation frame. The next move must wait for this frame.
    for (const _frame of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
    const view = carousel.getBoundingClientRect();
    return [...carousel.querySelectorAll(".swiper-slide")]
      .map((slide) => ({ slide, box: slide.getBoundingClientRect() }))
      .filter(({ box }) => box.left >= view.left - 1 && box.right <= view.right + 1)
      .toSorted((one, other) => one.box.left - other.box.left)
      .map(({ slide }) => slide.querySelector("img")?.alt ?? "");
  });
}

async function logosOtherThan(page: Page, before: string[]): Promise<string[]> {
  await expect.poll(() => shownLogos(page)).not.toEqual(before);
  return shownLogos(page);
}
