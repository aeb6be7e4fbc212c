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

const contact = async () => (await fetch(`${site.url}/contato`)).text();
/** Between looks at something that every look makes the site work for. */
const calmly = { interval: 200 };

/** Has pages read anew until the log tells that an earlier outage is over. */
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

describe("while the content API is away", () => {
  test("pages keep answering, and show what changed once it is back", async () => {
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
        expect(await contact()).toContain(tagline);
      });
    },
  );

  // What else is no answer is told apart by the tests of the content source.
  test.each([
    ["a page of a proxy", "text/html", "<!doctype html><title>Rede</title>"],
    ["null", "application/json", '{"result":null,"syncTags":["s1:a"],"ms":1}'],
  ])("pages stay when queries are answered with %s, and are made anew after", async (...answer) => {
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

      // No event tells that the answers are right again.
      proxy.setMode("pass");
      await page.getByText(tagline).waitFor();
      expect(await contact()).toContain(tagline);
    });
  });

  test("what was published while the stream was cut is shown once it is back", async () => {
    const missed = "Publicado enquanto ninguém ouvia.";
    expect(await contact()).not.toContain(missed);
    proxy.setMode("fail");
    await lake.editor.patch("contactPage").set({ "hero.tagline": missed }).commit();
    // What it forgets with this is the event: nobody will tell the site what it missed.
    await lake.restart();
    proxy.setMode("pass");
    await expect.poll(contact, calmly).toContain(missed);
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

describe("the log tells once, with the time,", () => {
  const count = (event: string) => readLog(site.log, event).length;
  const timed = { time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) };

  test("that fresh content could not be had, and that it is back", async () => {
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

  test("that the stream was lost, and that it is back", async () => {
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
