import type { Page } from "@playwright/test";
import { afterAll, expect, test } from "vitest";
import { hydrated } from "../support/hydrate.ts";
import { openVisit } from "../support/browser.ts";
import { type SeededLake, startSeededLake } from "../support/seeded-lake.ts";
import { startTestSite, type TestSite } from "../support/site-stack.ts";
import { worker } from "../support/worker.ts";
import type { Browser } from "@playwright/test";

let lake: SeededLake;
let site: TestSite;
let browser: Browser;

worker.beforeAll(async ({ browser: started }) => {
  browser = started;
  lake = await startSeededLake();
  site = await startTestSite(lake.url);
});
afterAll(async () => {
  await site.close();
  await lake.close();
});

/**
 * Opens a page whose site is restarted before anybody uses it, after what happens `meanwhile`, and
 * types while the answer to the first sign of use is on its way.
 */
async function typeOverRestart(path: string, meanwhile: () => Promise<unknown> = async () => {}) {
  const visit = await openVisit(browser, { width: 360, height: 780 });
  const { page } = visit;
  await page.route("**/_ao-vivo*", (route) => route.fulfill({ status: 204 }));
  await page.goto(site.url + path);
  await page.evaluate(() => Object.assign(window, { opened: true }));
  await site.close();
  await meanwhile();
  const port = Number(new URL(site.url).port);
  site = await startTestSite(lake.url, undefined, { port, siteUrl: site.url });

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

/** The page as it was opened, with what was typed, which React knows of. */
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

test("what was typed stays when the site restarted under the page", async () => {
  const { page, chosen, unexpectedErrors, close } = await typeOverRestart("/simular");
  await expectTyped(page, chosen);
  expect(unexpectedErrors).toEqual([]);
  await close();
});

test("so it does when the page has changed meanwhile, which is then shown", async () => {
  const title = "Simule em dois minutos";
  const { page, chosen, unexpectedErrors, close } = await typeOverRestart("/simular", () =>
    lake.editor.patch("simulationPage").set({ "hero.title": title }).commit(),
  );
  await expect.poll(() => page.locator("h1").textContent()).toBe(title);
  await expectTyped(page, chosen);
  expect(await page.title()).toContain("Payser");
  expect(unexpectedErrors).toEqual([]);
  await close();
});
