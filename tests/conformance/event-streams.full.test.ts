// @module-tag full
import { createServer } from "node:http";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startContentLake } from "../../studio/local/content-lake.ts";
import { worker } from "../support/runner/worker.ts";
import { createTestClient, DATASET, PROJECT, STUDIO_ORIGIN, TOKEN } from "./test-lake.ts";
import { useTestLake } from "./use-test-lake.ts";
import { nextEvent, readEventStream } from "./read-event-stream.ts";

const lake = useTestLake();
const LISTEN = "/data/listen/production?query=*";
const asStudio = { headers: { origin: STUDIO_ORIGIN } };

test("browsers' streams are spread over ports, four on each", async () => {
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => lake.request(LISTEN, asStudio)),
  );
  const ports = responses.map(({ url }) => new URL(url).port);
  expect(ports).not.toContain(new URL(lake.url).port);
  const perPort = Object.values(Object.groupBy(ports, (port) => port)).map(
    (group) => group?.length,
  );
  expect(Math.max(...perPort.map((count) => count ?? 0))).toBeLessThanOrEqual(4);

  for (const response of responses) {
    const events = readEventStream(response);
    expect(await nextEvent(events)).toMatchObject({ event: "welcome" });
    await events.return(undefined);
  }
});

test("places of ended streams are reused", async () => {
  const used = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    const response = await lake.request(LISTEN, asStudio);
    used.add(new URL(response.url).port);
    await response.body?.cancel();
  }
  expect(used.size).toBeLessThan(6);
});

test("a place is assigned once, and only by the main port", async () => {
  const redirect = await lake.request(LISTEN, { ...asStudio, redirect: "manual" });
  expect(redirect.status).toBe(307);
  const location = redirect.headers.get("location") ?? "";
  const first = await fetch(location, { headers: { origin: "null" } });
  expect(first.headers.get("access-control-allow-origin")).toBe("null");
  expect(first.status).toBe(200);
  expect((await fetch(location)).status).toBe(404);
  expect((await fetch(new URL("/stream?ticket=guess", location))).status).toBe(404);
  await first.body?.cancel();
});

worker(
  "a page in Chromium holds twelve streams open and still gets answers",
  async ({ browser }) => {
    const page = createServer((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end("<!doctype html><title>studio</title>");
    });
    page.listen(0, "127.0.0.1");
    await once(page, "listening");
    const address = page.address();
    const origin = `http://localhost:${typeof address === "object" ? address?.port : ""}`;
    const directory = await mkdtemp(join(tmpdir(), "content-lake-"));
    const own = await startContentLake({
      port: 0,
      dataDirectory: directory,
      projectId: PROJECT,
      dataset: DATASET,
      token: TOKEN,
      studioOrigins: [origin],
    });
    const tab = await browser.newPage();
    try {
      await tab.goto(origin);
      const received = tab.evaluate(async (api) => {
        const streams = Array.from({ length: 12 }, () => {
          const source = new EventSource(`${api}/data/listen/production?query=*`, {
            withCredentials: true,
          });
          const opened = new Promise((resolve) => source.addEventListener("welcome", resolve));
          const changed = new Promise<string>((resolve) =>
            source.addEventListener("mutation", ({ data }) => resolve(JSON.parse(data).documentId)),
          );
          return { opened, changed };
        });
        await Promise.all(streams.map(({ opened }) => opened));
        const answer = await fetch(`${api}/data/query/production?query=count(*)`);
        document.title = String(answer.status);
        return Promise.all(streams.map(({ changed }) => changed));
      }, `${own.url}/v2025-02-19`);
      await tab.waitForFunction(() => document.title === "200");
      await createTestClient(own.url, TOKEN).create({ _id: "drafts.one", _type: "page" });
      // oxlint-disable-next-line vitest/no-standalone-expect -- the rule does not recognise `worker(…)` as a test
      expect(await received).toEqual(Array.from({ length: 12 }, () => "drafts.one"));
    } finally {
      await tab.context().close();
      await own.close();
      page.close();
      await rm(directory, { recursive: true, force: true });
    }
  },
);
