import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { LogDetails } from "../../config/log.ts";
import {
  createCloudflareCache,
  createEdgePages,
  createFastlyCache,
  createVarnishCache,
} from "./edge-pages.ts";

interface Call {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

const calls: Call[] = [];
let status = 200;
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { method, url, headers } = request;
    calls.push({ method, url, headers, body });
    response.writeHead(status).end("{}");
  });
});
let url = "";

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
beforeEach(() => {
  calls.length = 0;
  status = 200;
});

const noon = () => Date.parse("2026-11-23T12:00:00-03:00");
const page = { tags: ["s1:a", "s1:b", "s1:a"], fresh: true };
const kept = "max-age=600, stale-while-revalidate=30, stale-if-error=86400";

describe("headersFor", () => {
  it.each([
    [
      "Fastly",
      createFastlyCache("servico", "segredo"),
      { "surrogate-key": "payser s1:a s1:b", "surrogate-control": kept },
    ],
    [
      "Cloudflare",
      createCloudflareCache("zona", "segredo"),
      { "cache-tag": "payser,s1:a,s1:b", "cloudflare-cdn-cache-control": kept },
    ],
    ["Varnish", createVarnishCache([]), { xkey: "payser s1:a s1:b", "surrogate-control": kept }],
  ])("gives %s the tags of the page's content", (_name, edge, headers) => {
    expect(createEdgePages(edge, { now: noon }).headersFor(page)).toEqual(headers);
  });

  it("limits the lifetime to the end of the day", () => {
    const late = () => Date.parse("2026-11-23T23:59:50-03:00");
    const headers = createEdgePages(createVarnishCache([]), { now: late }).headersFor(page);
    expect(headers["surrogate-control"]).toMatch(/^max-age=10,/);
  });

  it("is empty for a page of older content and without an edge", () => {
    const edge = createVarnishCache([]);
    expect(createEdgePages(edge).headersFor({ ...page, fresh: false })).toEqual({});
    expect(createEdgePages(undefined).headersFor(page)).toEqual({});
  });
});

describe("a purge", () => {
  it("sends the keys to Fastly", async () => {
    await createFastlyCache("servico", "segredo", url).purge(["s1:a", "s1:b"]);
    expect(calls).toMatchObject([
      {
        method: "POST",
        url: "/service/servico/purge",
        headers: { "fastly-key": "segredo", "surrogate-key": "s1:a s1:b" },
      },
    ]);
  });

  it("sends Cloudflare at most 30 tags per call", async () => {
    const tags = Array.from({ length: 31 }, (_, index) => `s1:${index}`);
    await createCloudflareCache("zona", "segredo", url).purge(tags);
    expect(calls).toMatchObject([
      {
        method: "POST",
        url: "/zones/zona/purge_cache",
        headers: { authorization: "Bearer segredo" },
        body: JSON.stringify({ tags: tags.slice(0, 30) }),
      },
      { body: JSON.stringify({ tags: ["s1:30"] }) },
    ]);
  });

  it("is sent to every Varnish instance", async () => {
    await createVarnishCache([`${url}/1`, `${url}/2`]).purge(["s1:a"]);
    expect(calls.map((call) => call.url).toSorted()).toEqual(["/1", "/2"]);
    expect(calls[0]).toMatchObject({ method: "PURGE", headers: { "xkey-purge": "s1:a" } });
  });

  it("is sent twice, a second apart, and covers all pages when the tags are unknown", async () => {
    const pages = createEdgePages(createVarnishCache([url]));
    pages.purge([]);
    pages.purge(null);
    await expect.poll(() => calls.length, { timeout: 5_000 }).toBe(2);
    expect(calls.map(({ headers }) => headers["xkey-purge"])).toEqual(["payser", "payser"]);
    pages.close();
  });

  it("is logged once and retried when it is refused", async () => {
    const lines: (readonly [string, LogDetails | undefined])[] = [];
    const pages = createEdgePages(createVarnishCache([url]), {
      log: (_level, event, details) => lines.push([event, details]),
    });
    status = 403;
    pages.purge(["s1:a"]);
    await expect.poll(() => lines.length).toBe(1);
    status = 200;
    await expect.poll(() => lines.at(-1)?.[0], { timeout: 5_000 }).toBe("edge-purge-back");
    expect(lines[0]).toEqual(["edge-purge-failed", { reason: "HTTP 403 {}" }]);
    pages.close();
  });
});
