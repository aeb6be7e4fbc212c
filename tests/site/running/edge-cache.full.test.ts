// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../../../supabase/local/process/ports.ts";
import { quantile } from "../../bench/median.ts";
import { type Balancer, startBalancer } from "../../support/stacks/balancer.ts";
import { type SeededLake, startSeededLake } from "../../support/stacks/seeded-lake.ts";
import { type TestSite, startTestSite } from "../../support/stacks/site-stack.ts";
import { hasVarnish, startVarnish } from "../../support/stacks/varnish.ts";
import { withVariables } from "../../support/stacks/with-variables.ts";

/** Public URL that all copies of the site share. */
const siteUrl = "http://localhost:3000";

if (!hasVarnish) console.info("Sem varnishd: o cache na borda não foi testado.");

describe.runIf(hasVarnish)("three copies behind Varnish", () => {
  let lake: SeededLake;
  let copies: TestSite[];
  let balancer: Balancer;
  let varnish: Awaited<ReturnType<typeof startVarnish>>;
  let metricsPorts: number[];

  beforeAll(async () => {
    lake = await startSeededLake();
    const freePorts = () => Promise.all([1, 2, 3].map(() => findFreePort()));
    const ports = await freePorts();
    metricsPorts = await freePorts();
    const edgePort = await findFreePort();
    balancer = await startBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
    // Varnish starts before the copies, because each copy purges the whole cache when it starts.
    varnish = await startVarnish(edgePort, Number(new URL(balancer.url).port));
    copies = [];
    for (const [index, port] of ports.entries()) {
      const variables = {
        EDGE_CACHE: "varnish",
        VARNISH_URLS: `http://127.0.0.1:${edgePort}`,
        METRICS_PORT: String(metricsPorts[index]),
      };
      const start = () => startTestSite(lake.url, undefined, { port, siteUrl });
      // oxlint-disable-next-line no-await-in-loop -- parallel starts would overwrite each other's variables
      copies.push(await withVariables(variables, start));
    }
    // Waits until Varnish has noticed that the site is ready.
    while ((await get("/")).status !== 200);
  });
  afterAll(async () => {
    await Promise.all(copies.map((copy) => copy.close()));
    await varnish.close();
    await balancer.close();
    await lake.close();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(varnish.url + path, { headers, redirect: "manual" });

  /** Returns the number of HTTP requests for a route that the three copies have received in total. */
  async function reached(route: string): Promise<number> {
    const figures = await Promise.all(
      metricsPorts.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
    );
    return figures
      .flatMap((text) => text.split("\n"))
      .filter((line) => line.startsWith("payser_request_seconds_count"))
      .filter((line) => line.includes(`route="${route}"`))
      .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  }

  /** Sends some HTTP requests for a path and returns how many of them reached the site. */
  async function reachedBy(path: string, headers: Record<string, string> = {}): Promise<number> {
    const before = await reached(path);
    for (let visit = 0; visit < 3; visit += 1) await (await get(path, headers)).text();
    return (await reached(path)) - before;
  }

  test("visitors get pages from the edge without a mention of it", async () => {
    // Each copy purges the cache at its start. The test repeats the visits until the page stays in the cache.
    await expect.poll(() => reachedBy("/termos")).toBe(0);
    const reply = await get("/termos", { "accept-encoding": "br" });
    expect(reply.headers.get("content-encoding")).toBe("br");
    expect(reply.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    expect(reply.headers.get("xkey")).toBeNull();
    const etag = reply.headers.get("etag") ?? "";
    expect((await get("/termos", { "if-none-match": etag })).status).toBe(304);
  });

  test.each([
    ["a private page", "/contrato", {}],
    ["the staff's page", "/admin/simulacoes", {}],
    ["an editor's page", "/contato", { cookie: "payser-preview=x" }],
    ["the readiness", "/saude/pronto", {}],
  ])("%s is never cached at the edge", async (_what, path, headers) => {
    expect(await reachedBy(path, headers)).toBeGreaterThanOrEqual(3);
  });

  test("a published change is at the edge in a moment, and no older page two seconds later", async () => {
    const texts: string[] = [];
    const publishedAt: number[] = [];
    const seenAt = new Map<number, number>();
    const stale: string[] = [];
    let visits = 0;
    let isOver = false;
    const before = await reached("/contato");

    async function visit(): Promise<void> {
      while (!isOver) {
        const began = performance.now();
        const html = await (await get("/contato")).text();
        const now = performance.now();
        visits += 1;
        const shown = texts.findIndex((text) => html.includes(text));
        const due = publishedAt.findLastIndex((time) => time < began - 2_000);
        if (shown < due) stale.push(`${shown} instead of ${due}`);
        if (shown >= 0 && !seenAt.has(shown)) seenAt.set(shown, now);
      }
    }
    const visitors = Array.from({ length: 4 }, visit);
    for (let round = 0; round < 10; round += 1) {
      const tagline = `Publicado na borda, número ${round}.`;
      texts.push(tagline);
      await lake.editor.patch("contactPage").set({ "hero.tagline": tagline }).commit();
      publishedAt.push(performance.now());
      await expect.poll(() => seenAt.has(round), { interval: 10 }).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    // Waits until the site has purged the cache a second time. The second purge removes outdated pages that were cached
    // after the first purge.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    isOver = true;
    await Promise.all(visitors);

    const delays = publishedAt.map((time, round) => (seenAt.get(round) ?? Infinity) - time);
    const share = ((await reached("/contato")) - before) / visits;
    console.info(
      `Three copies and Varnish: ${(share * 100).toFixed(2)} % of ${visits} requests reached Node; publish -> edge p50 ${quantile(delays, 0.5).toFixed(0)} ms, p95 ${quantile(delays, 0.95).toFixed(0)} ms; ${stale.length} stale after 2 s.`,
    );
    expect(stale).toEqual([]);
    expect(share).toBeLessThan(0.25);
    expect(publishedAt).toHaveLength(10);
    expect(balancer.answered.every((count) => count > 0)).toBe(true);
  });
});
