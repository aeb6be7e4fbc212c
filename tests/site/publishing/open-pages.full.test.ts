// @module-tag full
import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openVisit } from "../../support/pages/browser.ts";
import { hydrate, hydrated } from "../../support/pages/hydrate.ts";
import { type TestSite, startTestSite } from "../../support/stacks/site-stack.ts";
import { runSite } from "../run-site.ts";

const content = runSite();
/** Current process of the site. The tests stop this process and start another one. */
let site: TestSite;

beforeAll(async () => {
  site = await startTestSite(content.stack.contentUrl);
});
afterAll(() => site.close());

/**
 * Opens a page, restarts the site, and types into the form before the application runs. Calls `meanwhile` while the
 * site is down.
 */
async function typeOverRestart(path: string, meanwhile: () => Promise<unknown> = async () => {}) {
  const visit = await openVisit(content.browser, { width: 360, height: 780 });
  const { page } = visit;
  await page.route("**/_ao-vivo*", (route) => route.fulfill({ status: 204 }));
  await page.goto(site.url + path);
  await page.evaluate(() => Object.assign(window, { opened: true }));
  await site.close();
  await meanwhile();
  const port = Number(new URL(site.url).port);
  site = await startTestSite(content.stack.contentUrl, undefined, { port, siteUrl: site.url });

  const released = Promise.withResolvers<void>();
  await page.route("**/_dados/**", async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.locator("[name=fullName]").pressSequentially("Ana Clara");
  await page.locator("[name=cpf]").pressSequentially("52998224725");
  await page.locator("[name=propertyState]").selectOption({ index: 2 });
  await page.locator("[type=checkbox]").check();
  await page.locator("[name=fullName]").focus();
  await page.keyboard.press("End");
  const chosen = await page.locator("[name=propertyState]").inputValue();
  released.resolve();
  await hydrated(page);
  return { ...visit, chosen };
}

/** Expects that the page was not reloaded, that the typed text is still shown, and that React knows the text. */
async function expectTyped(page: Page, chosen: string): Promise<void> {
  const values = () =>
    Promise.all(
      ["fullName", "cpf", "propertyState"].map((name) =>
        page.locator(`[name=${name}]`).inputValue(),
      ),
    );
  await expect.poll(values).toEqual(["Ana Clara", "52998224725", chosen]);
  expect(await page.locator("[type=checkbox]").isChecked()).toBe(true);
  await page.keyboard.type(" Souza");
  expect((await values())[0]).toBe("Ana Clara Souza");
  await expect
    .poll(() => page.evaluate(() => Object.values(sessionStorage).join()))
    .toContain('"fullName":"Ana Clara Souza"');
  expect(await page.evaluate(() => "opened" in window)).toBe(true);
}

test("typed text stays when the site restarts under the page", async () => {
  const { page, chosen, unexpectedErrors, close } = await typeOverRestart("/simular");
  await expectTyped(page, chosen);
  expect(unexpectedErrors).toEqual([]);
  await close();
});

test("typed text stays when the page has changed meanwhile, and the change shows", async () => {
  const title = "Simule em dois minutos";
  const { page, chosen, unexpectedErrors, close } = await typeOverRestart("/simular", () =>
    content.stack.editor.patch("simulationPage").set({ "hero.title": title }).commit(),
  );
  await expect.poll(() => page.locator("h1").textContent()).toBe(title);
  await expectTyped(page, chosen);
  expect(await page.title()).toContain("Payser");
  expect(unexpectedErrors).toEqual([]);
  await close();
});

/** Opens a page and waits until the application runs. `isSame` returns false when the page has reloaded since then. */
async function visitHydrated(path: string) {
  const visit = await openVisit(content.browser, {
    expectedErrors: [/status of 50\d|Failed to load/],
  });
  const listening = visit.page.waitForResponse(/_ao-vivo/);
  await visit.page.goto(content.stack.siteUrl + path);
  await listening;
  await hydrate(visit.page);
  await visit.page.evaluate(() => Object.assign(window, { opened: true }));
  return { ...visit, isSame: () => visit.page.evaluate(() => "opened" in window) };
}

describe("an open page", () => {
  /** Publishes another tagline of the page and waits until the page has requested the new version. */
  async function publish(page: Page, tagline: string): Promise<void> {
    const asked = page.waitForResponse(/\/_dados\/locadores$/);
    await content.stack.editor.patch("landlordsPage").set({ "hero.tagline": tagline }).commit();
    await asked;
  }

  test("stays unchanged when a refresh fails, and shows the next version in place", async () => {
    const { page, isSame, close } = await visitHydrated("/locadores");
    const tagline = page.locator("h1 + p");
    const before = await tagline.textContent();
    await page.route("**/_dados/locadores", (route) => route.fulfill({ status: 503 }));
    await publish(page, "Nunca chega.");
    await page.waitForLoadState("networkidle");
    expect({ same: await isSame(), tagline: await tagline.textContent() }).toEqual({
      same: true,
      tagline: before,
    });

    await page.unroute("**/_dados/locadores");
    await publish(page, "Chega de novo.");
    await expect.poll(() => tagline.textContent()).toBe("Chega de novo.");
    expect(await isSame()).toBe(true);
    await close();
  });

  test("reloads when a deploy removed the code that it needs next", async () => {
    const { page, isSame, close } = await visitHydrated("/quem-somos");
    const removed = new Set<string>();
    // The test removes the scripts only until the reload. The reloaded page refers to the scripts of the new build.
    let isOld = true;
    page.once("framenavigated", () => (isOld = false));
    await page.route("**/assets/*.js", (route) => {
      if (!isOld) return route.continue();
      removed.add(route.request().url());
      return route.fulfill({ status: 404 });
    });
    const loadedAgain = page.waitForEvent("load");
    await page.getByRole("link", { name: "Contato" }).first().click();
    await loadedAgain;
    expect(removed.size).toBeGreaterThan(0);
    expect(await isSame()).toBe(false);
    // The reload opens the page of the clicked link, not the page on which the visitor was.
    expect(new URL(page.url()).pathname).toBe("/contato");
    await close();
  });
});
