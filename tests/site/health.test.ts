import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../../supabase/local/process/find-free-port.ts";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy.ts";
import { mayPrint } from "../support/printed-problems.ts";
import { contentAway, readLog } from "../support/read-log.ts";
import { type SeededLake, startSeededLake } from "../support/seeded-lake.ts";
import { startTestSite, takeSnapshot, type TestSite } from "../support/site-stack.ts";
import { withVariables } from "../support/with-variables.ts";

mayPrint(contentAway, /"event":"page-failed"/);

let lake: SeededLake;
let proxy: FaultProxy;

beforeAll(async () => {
  lake = await startSeededLake();
  proxy = await startFaultProxy(lake.url);
});
afterAll(async () => {
  await proxy.close();
  await lake.close();
});

async function readiness({ url }: TestSite) {
  const reply = await fetch(`${url}/saude/pronto`);
  const body: unknown = await reply.json();
  return { status: reply.status, body };
}

const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const connected = { connected: true, since };

test("is ready with content, and says since when and from where", async () => {
  proxy.setMode("pass");
  const site = await startTestSite(proxy.url);
  await expect
    .poll(() => readiness(site))
    .toEqual({
      status: 200,
      body: { ready: true, stopping: false, content: { from: "live", since }, events: connected },
    });

  proxy.setMode("fail");
  await expect
    .poll(async () => {
      await lake.editor.patch("footer").set({ copyright: "Outra" }).commit();
      return (await readiness(site)).body;
    })
    .toMatchObject({ ready: true, events: { connected: false } });
  await site.close();
});

test("tells that it serves what it had when the content API fails", async () => {
  proxy.setMode("pass");
  const site = await startTestSite(proxy.url);
  await expect.poll(() => readiness(site)).toMatchObject({ body: { events: connected } });
  proxy.setMode({ type: "text/html", body: "<!doctype html><title>Rede</title>" });
  await lake.editor.patch("footer").set({ copyright: "Mais outra" }).commit();
  await expect
    .poll(() => readiness(site))
    .toMatchObject({ status: 200, body: { content: { from: "cache", since } } });
  proxy.setMode("pass");
  await site.close();
});

describe("without the content API", () => {
  test("is alive and not ready, until content could be loaded", async () => {
    proxy.setMode("fail");
    const site = await startTestSite(proxy.url);
    expect(await (await fetch(`${site.url}/saude`)).text()).toBe("ok");
    expect(await readiness(site)).toMatchObject({
      status: 503,
      body: { ready: false, content: null, events: { connected: false, since } },
    });
    proxy.setMode("pass");
    await expect.poll(() => readiness(site)).toMatchObject({ status: 200 });
    await site.close();
  });

  test("is ready with a snapshot, and says that it is one", async () => {
    proxy.setMode("pass");
    const snapshot = await takeSnapshot(lake.url);
    proxy.setMode("fail");
    const site = await startTestSite(proxy.url, snapshot.path);
    expect(await readiness(site)).toMatchObject({
      status: 200,
      body: { ready: true, content: { from: "snapshot", since } },
    });
    await site.close();
    await snapshot.remove();
  });
});

test("figures are on a port of their own, by pattern and never by what was asked", async () => {
  proxy.setMode("pass");
  const port = await findFreePort();
  const site = await withVariables({ METRICS_PORT: String(port) }, () => startTestSite(proxy.url));
  for (const path of ["/contato", "/contato", "/pessoa@exemplo.com.br", "/_dados/contato"]) {
    await fetch(site.url + path);
  }
  expect((await fetch(`${site.url}/metrics`)).status).toBe(404);
  const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(figures).toContain(
    'payser_request_seconds_count{method="GET",route="/contato",status="200"} 2',
  );
  expect(figures).toContain('route="/_dados/*",status="200"} 1');
  expect(figures).toMatch(/route="\/\*",status="404"} \d/);
  expect(figures).not.toContain("exemplo");
  expect(figures).toMatch(/^payser_render_seconds_count [23]$/m);
  expect(figures).toMatch(/^payser_page_reads_total \d+$/m);
  expect(figures).toContain('payser_content_source{from="live"} 1');
  expect(figures).toMatch(/^payser_content_events_seconds \d/m);
  expect(figures).toMatch(/^nodejs_eventloop_lag_seconds \d/m);
  await site.close();
});

describe("the id of a request", () => {
  test.each([
    ["given by the proxy is kept", "a1b2c3d4-0001", "a1b2c3d4-0001"],
    [
      "that may be more than an id is not",
      "ana@exemplo.com.br",
      expect.stringMatching(/^[\w-]{36}$/),
    ],
    ["that is too long is not", "a".repeat(65), expect.stringMatching(/^[\w-]{36}$/)],
  ])("%s, and is in what is logged", async (_what, given, kept) => {
    proxy.setMode("pass");
    const site = await startTestSite(proxy.url);
    const reply = await fetch(`${site.url}/nao-ha`, { headers: { "x-request-id": given } });
    const id = reply.headers.get("x-request-id");
    expect(id).toEqual(kept);
    expect(readLog(site.log, "not-found")).toMatchObject([
      { level: "info", requestId: id, path: "/nao-ha", time: since },
    ]);
    await site.close();
  });
});
