import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser, openVisit } from "../support/browser.ts";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { readLog } from "../support/read-log.ts";
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

/** Lets everything be read anew, so that an earlier outage is over. */
async function settle(): Promise<void> {
  proxy.setMode("pass");
  const outages = (event: string) => readLog(site.log, event).length;
  await expect
    .poll(async () => {
      await statuses();
      return outages("content-unavailable") - outages("content-back");
    })
    .toBe(0);
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

  test.each([
    ["a page of a proxy", "text/html", "<!doctype html><title>Rede</title>"],
    ["a result without tags", "application/json", '{"result":{"hero":{"title":"solto"}},"ms":1}'],
    ["tags without a result", "application/json", '{"syncTags":["s1:a"],"ms":1}'],
    ["null", "application/json", '{"result":null,"syncTags":["s1:a"],"ms":1}'],
  ])("pages stay when queries are answered with %s, and are made anew after", async (...answer) => {
    const [what, type, body] = answer;
    const contact = async () => (await fetch(`${site.url}/contato`)).text();
    const tagline = `Mudou, e a resposta foi ${what}.`;
    await settle();
    const before = await contact();
    const troubles = () =>
      ["content-unavailable", "document-missing"].flatMap((event) => readLog(site.log, event));
    const known = troubles().length;
    proxy.setMode({ type, body });
    await visitContact(async (page) => {
      await lake.editor.patch("contactPage").set({ "hero.tagline": tagline }).commit();
      await expect
        .poll(async () => {
          expect(await statuses()).toEqual(allWell);
          return troubles().length;
        })
        .toBeGreaterThan(known);
      expect(await contact()).toBe(before);

      // No event tells that the answers are right again.
      proxy.setMode("pass");
      await page.getByText(tagline).waitFor();
      expect(await contact()).toContain(tagline);
    });
  });

  test("a navigation inside the site still shows the next page", async () => {
    await visitContact(async (page) => {
      proxy.setMode("fail");
      await page.locator(".site-nav").getByRole("link", { name: "Quem Somos" }).click();
      await expect.poll(() => page.locator("h1").textContent()).toBe("Quem Somos");
      proxy.setMode("pass");
    });
  });
});

test("the log tells once of each outage and each end of one, with the time", async () => {
  await settle();
  const last = () => site.log.filter((line) => line.includes('"stream-')).at(-1);
  await expect.poll(last).toContain("stream-back");
  const counts = () =>
    ["stream-lost", "stream-back"].map((event) => readLog(site.log, event).length);
  const [lost = 0, back = 0] = counts();
  expect(lost).toBe(back);

  proxy.setMode("fail");
  await expect.poll(counts).toEqual([lost + 1, back]);
  for (let visit = 0; visit < 3; visit += 1) await statuses();
  const unavailable = readLog(site.log, "content-unavailable");
  const outages = unavailable.length;
  expect(unavailable.at(-1)).toMatchObject({
    level: "error",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    reason: expect.any(String),
  });
  await statuses();
  expect(readLog(site.log, "content-unavailable")).toHaveLength(outages);

  const recoveries = readLog(site.log, "content-back").length;
  proxy.setMode("pass");
  await expect.poll(counts).toEqual([lost + 1, back + 1]);
  await statuses();
  await expect.poll(() => readLog(site.log, "content-back").length).toBe(recoveries + 1);
});
