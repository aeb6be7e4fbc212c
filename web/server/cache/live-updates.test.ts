import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Log } from "../../config/log.ts";
import {
  createContentClient,
  createContentSource,
  failWhenSilent,
} from "../../content/source/content-source.ts";
import { strongEtag } from "../http/encoded-body.ts";
import { createLiveUpdates } from "./live-updates.ts";

/** Event streams that are open now. */
const streams = new Set<ServerResponse>();
let welcomes = 0;
let comments = 0;
// This fake content API keeps no past events, so clients cannot learn which events they missed during a gap.
const server = createServer((request, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (request.url === "/comments") {
    const timer = setInterval(() => {
      response.write(":\n\n");
      comments += 1;
      if (comments === 10) clearInterval(timer);
    }, 100);
  }
  // Only requests for the event stream get an answer.
  if (request.url?.includes("/live/events/")) {
    response.write(`event: welcome\nid: ${(welcomes += 1)}\ndata: {}\n\n`);
  }
  streams.add(response);
  response.on("close", () => streams.delete(response));
});
let url: string;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Starts live updates for a site without visitors. Records the tags whose content the updates invalidate. */
function follow(log: Log) {
  const client = createContentClient({
    projectId: "payser-local",
    dataset: "production",
    apiHost: url,
    token: undefined,
  });
  const invalidated: (readonly string[] | null)[] = [];
  const pages = {
    get: () => Promise.reject(new Error("No page is open")),
    dataOf: () => undefined,
    nameOf: (path: string) => Promise.resolve(path),
    invalidate: (tags: readonly string[] | null) => void invalidated.push(tags),
  };
  const live = createLiveUpdates(client, createContentSource(client), pages, { log });
  return { live, invalidated };
}

test(
  "live updates invalidate everything when the stream is back",
  { timeout: 60_000 },
  async () => {
    const { live, invalidated } = follow(() => {});
    await expect.poll(() => invalidated, { timeout: 10_000 }).toEqual([null]);
    for (const stream of streams) stream.destroy();
    await expect.poll(() => welcomes, { timeout: 10_000 }).toBe(2);
    await expect.poll(() => invalidated, { timeout: 10_000 }).toEqual([null, null]);
    live.close();
  },
);

test(
  "live updates reopen a silent stream within a minute",
  { timeout: 90_000, tags: ["full"] },
  async () => {
    const before = welcomes;
    const events: string[] = [];
    const { live } = follow((_level, event) => events.push(event));
    await expect.poll(() => welcomes, { timeout: 10_000 }).toBe(before + 1);
    await expect.poll(() => welcomes, { timeout: 60_000 }).toBe(before + 2);
    await expect.poll(() => live.status().connected).toBe(true);
    expect(events).toEqual(["stream-lost", "stream-back"]);
    live.close();
  },
);

test("failWhenSilent fails when neither events nor comments arrive", async () => {
  const began = performance.now();
  const read = async () => {
    const headers = { accept: "text/event-stream" };
    const stream = await failWhenSilent(fetch, 700)(`${url}/comments`, { headers });
    const reader = stream.body?.getReader();
    while (!(await reader?.read())?.done);
  };
  await expect(read()).rejects.toThrow("The event stream is silent");
  expect(comments).toBe(10);
  expect(performance.now() - began).toBeGreaterThan(1_600);
});

test("live updates send each version of an open page once", async () => {
  const client = createContentClient({
    projectId: "payser-local",
    dataset: "production",
    apiHost: url,
    token: undefined,
  });
  const raw = Buffer.from("");
  const body = { etag: strongEtag(raw), raw, br: undefined, gzip: undefined };
  const page = { tags: [], fresh: true, status: 200, location: undefined, styleHash: "" };
  let version = "a";
  let events = 0;
  const sent: string[] = [];
  const live = createLiveUpdates(
    client,
    createContentSource(client),
    {
      get: async () => ({ ...page, html: body, data: body, version }),
      dataOf: () => undefined,
      nameOf: (path: string) => Promise.resolve(path),
      invalidate: () => {},
    },
    { onStale: () => void (events += 1) },
  );
  /** Publishes a change through the event stream of the content API and waits until live updates have handled it. */
  async function publish(next: string) {
    version = next;
    const before = events;
    for (const stream of streams) stream.write(`id: e${before}\ndata: {"tags":["s1:x"]}\n\n`);
    await expect.poll(() => events, { timeout: 10_000 }).toBe(before + 1);
  }
  await expect.poll(() => events, { timeout: 10_000 }).toBe(1);
  live.subscribe("/", (next) => void sent.push(next));
  await expect.poll(() => sent).toEqual(["a"]);
  for (const next of ["b", "b", "b", "c"]) {
    await publish(next);
  }
  await expect.poll(() => sent).toEqual(["a", "b", "c"]);
  live.close();
});
