// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mayPrint } from "../../support/runner/printed-problems.ts";
import { type FaultProxy, startFaultProxy } from "../../support/stacks/fault-proxy.ts";
import { contentAway } from "../../support/stacks/read-log.ts";
import { type SeededLake, startSeededLake } from "../../support/stacks/seeded-lake.ts";
import { type TestSite, startTestSite, takeSnapshot } from "../../support/stacks/site-stack.ts";

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

test("is ready with content, and states its age, its source and whether the stream is open", async () => {
  const site = await startTestSite(proxy.url);
  await fetch(`${site.url}/contato`);
  await expect
    .poll(() => readiness(site))
    .toEqual({
      status: 200,
      body: { ready: true, stopping: false, content: { from: "live", since }, events: connected },
    });

  // The site keeps serving its cached content while the content API sends invalid responses.
  proxy.setMode({ type: "text/html", body: "<!doctype html><title>Rede</title>" });
  await lake.editor.patch("contactPage").set({ "hero.tagline": "Mais outra." }).commit();
  await expect
    .poll(async () => {
      await fetch(`${site.url}/contato`);
      return readiness(site);
    })
    .toMatchObject({ status: 200, body: { content: { from: "cache", since } } });

  // The readiness check reads the home page. Nobody changed or visited this page during the fault, so its cached
  // version is still fresh.
  proxy.setMode("pass");
  await expect
    .poll(() => readiness(site))
    .toMatchObject({
      status: 200,
      body: { content: { from: "live", since }, events: connected },
    });

  // The mode "fail" also cuts open connections, such as the event stream.
  proxy.setMode("fail");
  await expect
    .poll(async () => (await readiness(site)).body)
    .toMatchObject({ ready: true, events: { connected: false } });
  await site.close();
});

describe("a site without the content API", () => {
  test("is alive, and not ready before it has loaded content", async () => {
    proxy.setMode("fail");
    const site = await startTestSite(proxy.url);
    expect(await (await fetch(`${site.url}/saude`)).text()).toBe("ok desenvolvimento");
    expect(await readiness(site)).toMatchObject({
      status: 503,
      body: { ready: false, content: null, events: { connected: false, since } },
    });
    proxy.setMode("pass");
    await expect.poll(() => readiness(site)).toMatchObject({ status: 200 });
    await site.close();
  });

  test("is ready with a snapshot and reports it", async () => {
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
