// @module-tag full
import type { Page } from "@playwright/test";
import { describe, expect, test } from "vitest";
import { openVisit } from "../../support/pages/browser.ts";
import { hydrated } from "../../support/pages/hydrate.ts";
import { useSite } from "../run-site.ts";

const site = useSite();

/** Opens a page and records the URLs of the scripts that the page loads. */
async function visitRecordingScripts(path: string) {
  const visit = await openVisit(site.browser);
  const scripts: string[] = [];
  visit.page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === "script") scripts.push(pathname);
  });
  await visit.page.goto(site.stack.siteUrl + path);
  return { ...visit, scripts };
}

describe("the first sign of use", () => {
  test.each([
    ["a pointer", (page: Page) => page.mouse.move(40, 40)],
    ["a key", (page: Page) => page.keyboard.press("Tab")],
    ["the wheel", (page: Page) => page.mouse.wheel(0, 200)],
  ])("starts the application when it comes from %s", async (_sign, use) => {
    const { page, scripts, close } = await visitRecordingScripts("/simular");
    expect(scripts).toEqual([]);
    await use(page);
    await hydrated(page);
    expect(scripts).toContainEqual(expect.stringContaining("application"));
    await close();
  });

  test("is painted before the application loads", async () => {
    const { page, scripts, close } = await visitRecordingScripts("/");
    await page.locator("main").dispatchEvent("pointerdown");
    await page.waitForTimeout(300);
    expect(scripts).toEqual([]);
    // The click listener requests an animation frame. This frame comes before the browser paints the click's effect.
    const loadingBeforePaint = await page.locator("main").evaluate((main) => {
      const frame = Promise.withResolvers<number>();
      let asked = 0;
      const { fetch } = window;
      window.fetch = (...call) => {
        asked += 1;
        return fetch(...call);
      };
      main.addEventListener("click", () => requestAnimationFrame(() => frame.resolve(asked)));
      main.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      return frame.promise;
    });
    expect(loadingBeforePaint).toBe(0);
    await hydrated(page);
    expect(scripts).toContainEqual(expect.stringContaining("application"));
    await close();
  });

  test("turns the carousel for a click that came before it", async () => {
    const { page, close } = await visitRecordingScripts("/");
    const released = Promise.withResolvers<void>();
    await page.route("**/mount-carousel-*.js", async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Próximos parceiros" }).click();
    await hydrated(page);
    released.resolve();
    // The carousel has moved, so its first slide is now left of the visible area.
    const first = page.locator(".carousel .swiper-slide").first();
    await expect
      .poll(() => first.evaluate((slide) => slide.getBoundingClientRect().right))
      .toBeLessThan(
        await page.locator(".carousel").evaluate((it) => it.getBoundingClientRect().left),
      );
    await close();
  });

  test.each([
    ["its script", "**/assets/application-*.js"],
    ["a part of its script", "**/assets/framework-*.js"],
    ["the page's data", "**/_dados/**"],
  ])("an application that failed to load %s starts at the next sign", async (_part, url) => {
    const visit = await openVisit(site.browser, {
      expectedErrors: [/net::ERR_FAILED/, /Failed to fetch/],
    });
    const { page } = visit;
    let lost = 0;
    await page.route(url, (route) => (lost++ === 0 ? route.abort() : route.continue()));
    await page.route("https://www.youtube-nocookie.com/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Vídeo</title>" }),
    );
    await page.goto(site.stack.siteUrl);
    const failed = page.waitForEvent("pageerror");
    await page.mouse.move(40, 40);
    await failed;
    expect(lost).toBe(1);
    await page.getByRole("button", { name: "Assistir ao vídeo institucional" }).click();
    await hydrated(page);
    await page.locator("iframe").waitFor();
    expect(visit.unexpectedErrors).toEqual([]);
    await visit.close();
  });

  test("a navigation starts an application that once failed to load", async () => {
    const visit = await openVisit(site.browser, {
      expectedErrors: [/net::ERR_FAILED/, /Failed to fetch/],
    });
    const { page } = visit;
    await page.route("**/assets/application-*.js", (route) => route.abort(), { times: 1 });
    await page.goto(site.stack.siteUrl);
    const failed = page.waitForEvent("pageerror");
    await page.mouse.move(40, 40);
    await failed;
    await expect
      .poll(async () => {
        await page.mouse.move(60 + Math.random() * 20, 60);
        return page.evaluate(() =>
          Object.keys(document.querySelector("footer") ?? {}).some((key) =>
            key.startsWith("__react"),
          ),
        );
      })
      .toBe(true);
    expect(visit.unexpectedErrors).toEqual([]);
    await visit.close();
  });
});
