import { afterAll, describe, expect, test } from "vitest";
import type { Browser, Page } from "@playwright/test";
import { openVisit } from "../support/browser.ts";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { hydrate } from "../support/hydrate.ts";
import { type SeededLake, startSeededLake } from "../support/seeded-lake.ts";
import { startTestSite, type TestSite } from "../support/site-stack.ts";
import { worker } from "../support/worker.ts";
import { mayPrint } from "../support/printed-problems.ts";
import { contentAway } from "../support/read-log.ts";

mayPrint(contentAway);

let lake: SeededLake;
let proxy: FaultProxy;
let site: TestSite;
let browser: Browser;

worker.beforeAll(async ({ browser: started }) => {
  browser = started;
  lake = await startSeededLake();
  proxy = await startFaultProxy(lake.url);
  site = await startTestSite(proxy.url);
});
afterAll(async () => {
  await site.close();
  await proxy.close();
  await lake.close();
});

const readHtml = async (path: string) => (await fetch(site.url + path)).text();

/** Opens a page whose application runs; `isSame` tells whether it was loaded again since. */
async function visitHydrated(path: string) {
  const visit = await openVisit(browser, { expectedErrors: [/status of 50\d|Failed to load/] });
  const listening = visit.page.waitForResponse(/_ao-vivo/);
  await visit.page.goto(site.url + path);
  await listening;
  await hydrate(visit.page);
  await visit.page.evaluate(() => Object.assign(window, { opened: true }));
  return { ...visit, isSame: () => visit.page.evaluate(() => "opened" in window) };
}

test("what was published while the stream was cut is shown once it is back", async () => {
  const missed = "Publicado enquanto ninguém ouvia.";
  expect(await readHtml("/contato")).not.toContain(missed);
  proxy.setMode("fail");
  await lake.editor.patch("contactPage").set({ "hero.tagline": missed }).commit();
  // What it forgets with this is the event: nobody will tell the site what it missed.
  await lake.restart();
  proxy.setMode("pass");
  await expect.poll(() => readHtml("/contato")).toContain(missed);
});

describe("an open page", () => {
  /** Publishes another tagline of the page and waits until the browser was told. */
  async function publish(page: Page, tagline: string): Promise<void> {
    const asked = page.waitForResponse(/\/_dados\/locadores$/);
    await lake.editor.patch("landlordsPage").set({ "hero.tagline": tagline }).commit();
    await asked;
  }

  test("stays as it is when a refresh fails, and shows the next one in place", async () => {
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

  test("is loaded again when a deploy removed the code that it needs next", async () => {
    const { page, isSame, close } = await visitHydrated("/quem-somos");
    const removed = new Set<string>();
    await page.route("**/assets/*.js", (route) => {
      removed.add(route.request().url());
      return route.fulfill({ status: 404 });
    });
    const loadedAgain = page.waitForEvent("load");
    await page.getByRole("link", { name: "Contato" }).first().click();
    await loadedAgain;
    expect(removed.size).toBeGreaterThan(0);
    expect(await isSame()).toBe(false);
    await close();
  });
});
