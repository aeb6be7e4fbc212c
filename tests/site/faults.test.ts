import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, openVisit } from "../support/browser.ts";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { type SeededLake, startSeededLake } from "../support/seeded-lake.ts";
import {
  type SnapshotFile,
  type TestSite,
  startTestSite,
  takeSnapshot,
} from "../support/site-stack.ts";
import { publicPaths } from "./site-paths.ts";

let lake: SeededLake;
let proxy: FaultProxy;
let snapshot: SnapshotFile;
let site: TestSite;
let browser: Browser;

beforeAll(async () => {
  lake = await startSeededLake();
  proxy = await startFaultProxy(lake.url);
  snapshot = await takeSnapshot(lake.url);
  site = await startTestSite(proxy.url, snapshot.path);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await site.close();
  await snapshot.remove();
  await proxy.close();
  await lake.close();
});

/** Opens the contact page and waits until it listens for changes. */
async function visitContact(look: (page: Page) => Promise<void>): Promise<void> {
  // The images come from the content API too; those that nobody asked for before are missing.
  const visit = await openVisit(browser, { expectedErrors: [/status of 502 .*\/imagens\//] });
  const listening = visit.page.waitForResponse(/_ao-vivo/);
  await visit.page.goto(`${site.url}/contato`);
  await listening;
  await look(visit.page);
  expect(visit.unexpectedErrors).toEqual([]);
  await visit.close();
}

async function statuses(): Promise<number[]> {
  const replies = await Promise.all(publicPaths.map((path) => fetch(site.url + path)));
  return replies.map(({ status }) => status);
}

const allWell = publicPaths.map(() => 200);

describe("while the content API is away", () => {
  test("pages keep answering, and show what changed once it is back", async () => {
    await visitContact(async (page) => {
      await lake.stop();
      expect(await statuses()).toEqual(allWell);
      expect((await fetch(`${site.url}/caminho-desconhecido`)).status).toBe(404);
      await page.reload();

      await lake.restart();
      const tagline = "Mudou assim que a API voltou.";
      await lake.editor.patch("contactPage").set({ "hero.tagline": tagline }).commit();
      await page.getByText(tagline).waitFor();
      expect(await (await fetch(`${site.url}/contato`)).text()).toContain(tagline);
    });
  });

  test.each(["fail", "hang"] as const)(
    "pages keep answering when it would %s, and show what changed meanwhile",
    async (mode) => {
      expect(await statuses()).toEqual(allWell);
      await visitContact(async (page) => {
        proxy.setMode(mode);
        const tagline = `Mudou enquanto a API: ${mode}.`;
        await lake.editor.patch("contactPage").set({ "hero.tagline": tagline }).commit();
        expect(await statuses()).toEqual(allWell);
        expect(await page.getByText(tagline).count()).toBe(0);

        proxy.setMode("pass");
        await page.getByText(tagline).waitFor();
        expect(await (await fetch(`${site.url}/contato`)).text()).toContain(tagline);
      });
    },
  );

  test("a navigation inside the site still shows the next page", async () => {
    await visitContact(async (page) => {
      proxy.setMode("fail");
      await page.locator(".site-nav").getByRole("link", { name: "Quem Somos" }).click();
      await expect.poll(() => page.locator("h1").textContent()).toBe("Quem Somos");
      proxy.setMode("pass");
    });
  });
});
