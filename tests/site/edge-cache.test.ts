import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../../supabase/local/process/find-free-port.ts";
import { quantile } from "../bench/median.ts";
import { type SeededLake, startSeededLake } from "../support/seeded-lake.ts";
import { startTestSite, type TestSite } from "../support/site-stack.ts";
import { hasVarnish, startVarnish } from "../support/varnish.ts";

if (!hasVarnish) console.info("Sem varnishd: o cache na borda não foi testado.");

describe.runIf(hasVarnish)("behind Varnish", () => {
  let lake: SeededLake;
  let site: TestSite;
  let varnish: Awaited<ReturnType<typeof startVarnish>>;
  let metricsUrl: string;

  beforeAll(async () => {
    lake = await startSeededLake();
    const [edgePort, metricsPort] = [await findFreePort(), await findFreePort()];
    metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    const env = {
      EDGE_CACHE: "varnish",
      VARNISH_URLS: `http://127.0.0.1:${edgePort}`,
      METRICS_PORT: String(metricsPort),
    };
    // Nothing is purged before it can be: the start of the site purges all.
    const sitePort = await findFreePort();
    varnish = await startVarnish(edgePort, sitePort);
    Object.assign(process.env, env);
    const siteUrl = `http://localhost:${sitePort}`;
    site = await startTestSite(lake.url, undefined, { port: sitePort, siteUrl }).finally(() => {
      for (const name of Object.keys(env)) delete process.env[name];
    });
    // Until Varnish has seen that the site is ready.
    while ((await get("/")).status !== 200);
  });
  afterAll(async () => {
    await site.close();
    await varnish.close();
    await lake.close();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(varnish.url + path, { headers, redirect: "manual" });

  /** How many requests for a route reached the site. */
  async function reached(route: string): Promise<number> {
    const figures = await (await fetch(metricsUrl)).text();
    return figures
      .split("\n")
      .filter((line) => line.startsWith("payser_request_seconds_count"))
      .filter((line) => line.includes(`route="${route}"`))
      .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
  }

  /** How many of some requests for a path reach the site. */
  async function reachedBy(path: string, headers: Record<string, string> = {}): Promise<number> {
    const before = await reached(path);
    for (let visit = 0; visit < 3; visit += 1) await (await get(path, headers)).text();
    return (await reached(path)) - before;
  }

  test("visitors of a page are answered at the edge, and are told nothing of it", async () => {
    await (await get("/termos")).text();
    expect(await reachedBy("/termos")).toBe(0);
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
  ])("%s is never kept there", async (_what, path, headers) => {
    expect(await reachedBy(path, headers)).toBeGreaterThanOrEqual(3);
    expect((await get(path, headers)).headers.get("surrogate-control")).toBeNull();
  });

  test("what is published is at the edge in a moment, and nothing older two seconds later", async () => {
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
    // What the second purge is for.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    isOver = true;
    await Promise.all(visitors);

    const delays = publishedAt.map((time, round) => (seenAt.get(round) ?? Infinity) - time);
    const share = ((await reached("/contato")) - before) / visits;
    console.info(
      `Varnish: ${(share * 100).toFixed(2)} % of ${visits} requests reached Node; publish -> edge p50 ${quantile(delays, 0.5).toFixed(0)} ms, p95 ${quantile(delays, 0.95).toFixed(0)} ms; ${stale.length} stale after 2 s.`,
    );
    expect(stale).toEqual([]);
    expect(share).toBeLessThan(0.25);
    expect(publishedAt).toHaveLength(10);
  });
});
