// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Balancer, startBalancer } from "../../support/stacks/balancer.ts";
import { type SeededLake, startSeededLake } from "../../support/stacks/seeded-lake.ts";
import { type TestSite, startTestSite } from "../../support/stacks/site-stack.ts";
import { publicPaths } from "../site-paths.ts";

/** Public URL of the site. The HTML contains this URL, so all running copies of the site must use the same URL. */
const siteUrl = "http://localhost:3000";
let lake: SeededLake;
let copies: TestSite[];
let balancer: Balancer;

beforeAll(async () => {
  lake = await startSeededLake();
  copies = await Promise.all([1, 2, 3].map(() => startTestSite(lake.url, undefined, { siteUrl })));
  // A real balancer with default settings does not send a POST request again when the first copy may have received it.
  // The balancer of this test behaves in the same way.
  balancer = await startBalancer(copies.map(({ url }) => url));
});
afterAll(async () => {
  await balancer.close();
  await Promise.all(copies.map((copy) => copy.close()));
  await lake.close();
});

/** Stops a copy with the signal that a host sends, and starts another copy (the next release) on the same port. */
async function release(index: number): Promise<void> {
  const former = copies[index];
  if (!former) throw new Error(`There is no copy ${index}`);
  process.kill(former.pid, "SIGTERM");
  expect(await former.ended).toBe("código 0");
  const port = Number(new URL(former.url).port);
  copies[index] = await startTestSite(lake.url, undefined, { port, siteUrl });
}

describe("copies behind a balancer", () => {
  test("lose no request while they are replaced one after the other", async () => {
    const failed: string[] = [];
    let sent = 0;
    let isReleasing = true;
    async function visit(): Promise<void> {
      for (let round = 0; isReleasing; round += 1) {
        const path = publicPaths[round % publicPaths.length] ?? "/";
        sent += 1;
        const { status } = await fetch(balancer.url + path);
        if (status !== 200) failed.push(`${path}: ${status}`);
        // The balancer does not repeat a POST request, so the first attempt must reach a running copy. Status 429 means
        // that the copy limits reports per minute.
        const report = await fetch(`${balancer.url}/_relatos`, { method: "POST", body: "[]" });
        sent += 1;
        if (![204, 429].includes(report.status)) failed.push(`report: ${await report.text()}`);
        // The pause gives processor time to the copy that is starting.
        await new Promise((next) => setTimeout(next, 30));
      }
    }
    const visits = Array.from({ length: 8 }, visit);
    for (const index of copies.keys()) await release(index);
    isReleasing = false;
    await Promise.all(visits);
    console.info(`Released three copies under ${sent} requests: ${failed.length} failed.`);
    expect(failed).toEqual([]);
    expect(balancer.answered.every((count) => count > 10)).toBe(true);
  });

  test("all show published changes, each through its own events", async () => {
    const contactOf = async ({ url }: TestSite) => (await fetch(`${url}/contato`)).text();
    await Promise.all(copies.map(contactOf));
    const times: number[] = [];
    for (let round = 1; round <= 5; round += 1) {
      const tagline = `Publicado para todas, ${round}.`;
      await lake.editor.patch("contactPage").set({ "hero.tagline": tagline }).commit();
      const published = performance.now();
      await Promise.all(
        copies.map((copy) =>
          expect
            .poll(async () => (await contactOf(copy)).includes(tagline), { interval: 20 })
            .toBe(true),
        ),
      );
      times.push(Math.round(performance.now() - published));
    }
    console.info(`Publish -> all of three copies, ms: ${times.join(", ")}.`);
    // A copy that missed the event would show the change only after its next poll, up to half a minute later.
    expect(Math.min(...times)).toBeLessThan(1_000);
  });

  test("serve the data of each other's page versions", async () => {
    const [first] = copies;
    // The newest copy has not rendered any page yet.
    const newest = await startTestSite(lake.url, undefined, { siteUrl });
    copies.push(newest);
    const html = await (await fetch(`${first?.url}/termos`)).text();
    const version = / data-version="([^"]+)"/.exec(html)?.[1];
    const [own, others] = await Promise.all(
      [first, newest].map((copy) => fetch(`${copy?.url}/_dados/termos?versao=${version}`)),
    );
    expect(others?.headers.get("cache-control")).toContain("immutable");
    expect(await others?.json()).toEqual(await own?.json());
  });
});
