// @module-tag full
import type { Browser, Page } from "@playwright/test";
import { afterAll, describe, expect, test } from "vitest";
import { openVisit } from "../../support/pages/browser.ts";
import { mayPrint } from "../../support/runner/printed-problems.ts";
import { worker } from "../../support/runner/worker.ts";
import { type FaultProxy, startFaultProxy } from "../../support/stacks/fault-proxy.ts";
import { contentAway, readLog } from "../../support/stacks/read-log.ts";
import { type SeededLake, startSeededLake } from "../../support/stacks/seeded-lake.ts";
import {
  type SnapshotFile,
  type TestSite,
  startTestSite,
  takeSnapshot,
} from "../../support/stacks/site-stack.ts";
import { publicPaths } from "../site-paths.ts";

mayPrint(contentAway, /"event":"document-missing"/);

let lake: SeededLake;
let proxy: FaultProxy;
let snapshot: SnapshotFile;
let site: TestSite;
let browser: Browser;

worker.beforeAll(async ({ browser: started }) => {
  browser = started;
  lake = await startSeededLake();
  proxy = await startFaultProxy(lake.url);
  snapshot = await takeSnapshot(lake.url);
  site = await startTestSite(proxy.url, snapshot.path);
});
afterAll(async () => {
  await site.close();
  await snapshot.remove();
  await proxy.close();
  await lake.close();
});

/** Opens the contact page and waits until the page receives change events. */
async function visitContact(look: (page: Page) => Promise<void>): Promise<void> {
  // Images also come from the content API. During a fault, images that the site has not fetched before are missing.
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

const contact = async () => (await fetch(`${site.url}/contato`)).text();
/** Polling interval (ms), longer than the default, because each check puts load on the site. */
const calmly = { interval: 200 };

/** Ends the fault and reads pages until the site logs that the outage is over. */
async function settle(): Promise<void> {
  proxy.setMode("pass");
  const count = (event: string) => readLog(site.log, event).length;
  let round = 0;
  await expect
    .poll(async () => {
      round += 1;
      await lake.editor
        .patch("footer")
        .set({ copyright: `Payser ${round}` })
        .commit();
      await contact();
      return count("content-unavailable") > 0 && site.log.findLast(isOutage);
    }, calmly)
    .toContain("content-back");
}

const isOutage = (line: string) => /"content-(unavailable|back)"/.test(line);

const allWell = publicPaths.map(() => 200);

describe("a site without the content API", () => {
  test("keeps answering, and shows changes once the API is back", async () => {
    await visitContact(async (page) => {
      await lake.stop();
      for (let round = 0; round < 5; round += 1) expect(await statuses()).toEqual(allWell);
      expect(await (await fetch(site.url)).text()).toContain("Alugue Seu Imóvel Sem Fiador");
      expect((await fetch(`${site.url}/caminho-desconhecido`)).status).toBe(404);
      await page.reload();

      await lake.restart();
      const tagline = "Mudou assim que a API voltou.";
      await lake.editor.patch("contactPage").set({ "hero.tagline": tagline }).commit();
      await page.getByText(tagline).waitFor();
      expect(await contact()).toContain(tagline);
    });
  });

  test.each(["fail", "hang"] as const)(
    "keeps answering while calls to the API %s, and shows changes afterwards",
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
        expect(await contact()).toContain(tagline);
      });
    },
  );

  // The tests of the content source (content-source.test.ts) cover other invalid responses.
  test.each([
    ["a page of a proxy", "text/html", "<!doctype html><title>Rede</title>"],
    ["null", "application/json", '{"result":null,"syncTags":["s1:a"],"ms":1}'],
  ])(
    "keeps its pages while queries are answered with %s, and renews them afterwards",
    async (...answer) => {
      const [what, type, body] = answer;
      const tagline = `Mudou, e a resposta foi ${what}.`;
      proxy.setMode("pass");
      await expect.poll(statuses).toEqual(allWell);
      const before = await contact();
      const asked = () => proxy.requests.filter((url) => url.includes("contactPage")).length;
      const known = asked();
      proxy.setMode({ type, body });
      await visitContact(async (page) => {
        await lake.editor.patch("contactPage").set({ "hero.tagline": tagline }).commit();
        await expect
          .poll(async () => {
            await contact();
            return asked();
          }, calmly)
          .toBeGreaterThan(known);
        expect(await statuses()).toEqual(allWell);
        expect(await contact()).toBe(before);

        // The content API works again, but no event notifies the site of the recovery.
        proxy.setMode("pass");
        await page.getByText(tagline).waitFor();
        expect(await contact()).toContain(tagline);
      });
    },
  );

  test("shows changes that were published while the stream was cut", async () => {
    const missed = "Publicado enquanto ninguém ouvia.";
    expect(await contact()).not.toContain(missed);
    proxy.setMode("fail");
    await lake.editor.patch("contactPage").set({ "hero.tagline": missed }).commit();
    // The restarted content API has lost its event history. Nothing notifies the site of the missed event.
    await lake.restart();
    proxy.setMode("pass");
    await expect.poll(contact, calmly).toContain(missed);
  });

  test("shows the next page of a navigation inside the site", async () => {
    await visitContact(async (page) => {
      proxy.setMode("fail");
      await page.locator(".site-nav").getByRole("link", { name: "Quem Somos" }).click();
      await expect.poll(() => page.locator("h1").textContent()).toBe("Quem Somos");
      proxy.setMode("pass");
    });
  });
});

describe("an outage in the log", () => {
  const count = (event: string) => readLog(site.log, event).length;
  const timed = { time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) };

  test("is reported once with its time when content gets stale, and so is its end", async () => {
    await settle();
    const [away, back] = [count("content-unavailable"), count("content-back")];
    proxy.setMode({ type: "text/html", body: "<!doctype html><title>Rede</title>" });
    await lake.editor.patch("footer").set({ copyright: "Payser, outra vez" }).commit();
    await expect
      .poll(async () => {
        await contact();
        return count("content-unavailable");
      }, calmly)
      .toBe(away + 1);
    for (let visit = 0; visit < 3; visit += 1) await statuses();
    expect([count("content-unavailable"), count("content-back")]).toEqual([away + 1, back]);
    expect(readLog(site.log, "content-unavailable").at(-1)).toMatchObject({
      ...timed,
      level: "error",
      reason: expect.stringContaining("Not an answer of the content API"),
    });

    proxy.setMode("pass");
    await expect
      .poll(async () => {
        await contact();
        return count("content-back");
      }, calmly)
      .toBe(back + 1);
    expect(readLog(site.log, "content-back").at(-1)).toMatchObject({ ...timed, level: "info" });
  });

  test("is reported once with its time when the stream is lost, and so is its end", async () => {
    await expect.poll(() => count("stream-lost") - count("stream-back")).toBe(0);
    const known = count("stream-lost");
    proxy.setMode("fail");
    await expect.poll(() => count("stream-lost")).toBe(known + 1);
    const retried = proxy.requests.length;
    const streams = () => proxy.requests.slice(retried).filter((url) => url.includes("/live/"));
    await expect.poll(() => streams().length).toBeGreaterThan(1);
    expect(count("stream-lost")).toBe(known + 1);
    expect(readLog(site.log, "stream-lost").at(-1)).toMatchObject({ ...timed, level: "warn" });
    proxy.setMode("pass");
    await expect.poll(() => count("stream-back")).toBe(known + 1);
  });
});
