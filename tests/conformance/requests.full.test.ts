// @module-tag full
import { request as httpRequest, type RequestOptions } from "node:http";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { API, refusalOf, TOKEN } from "./test-lake.ts";
import { useTestLake } from "./use-test-lake.ts";

const lake = useTestLake();

const post = (path: string, body: string) =>
  fetch(lake.url + API + path, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}` },
    body,
  });

describe("a malformed request is refused with 400 and the reason", () => {
  test.each([
    ["/data/mutate/production", "{", /JSON/],
    ["/data/mutate/production", "null", /object/],
    ["/data/mutate/production", "{}", /mutations/],
    ["/data/mutate/production", '{"mutations":[]}', /mutations/],
    ["/data/mutate/production", '{"mutations":[{"explode":{}}]}', /mutations/],
    ["/data/mutate/production", '{"mutations":[{"create":{"_id":"x"}}]}', /mutations/],
    ["/data/mutate/production", '{"mutations":[{"create":{"_type":""}}]}', /mutations/],
    ["/data/mutate/production", '{"mutations":[{"create":{"_type":"a","_id":"../x"}}]}', /ID/],
    ["/data/mutate/production", '{"mutations":[{"delete":{}}]}', /"id" or a "query"/],
    ["/data/mutate/production", '{"mutations":[{"delete":{"query":"*["}}]}', /query/],
    ["/data/mutate/production", '{"mutations":[{"delete":{"query":"count(*)"}}]}', /documents/],
    ["/data/mutate/production", '{"mutations":[{"patch":{"id":"a","merge":{}}}]}', /mutations/],
    [
      "/data/mutate/production",
      '{"mutations":[{"create":{"_type":"a"}}],"transactionId":"a b"}',
      /transactionId/,
    ],
    ["/data/actions/production", '{"actions":[]}', /actions/],
    ["/data/actions/production", '{"actions":[{"actionType":"nonsense"}]}', /nonsense/],
    [
      "/data/actions/production",
      '{"actions":[{"actionType":"sanity.action.document.edit"}]}',
      /draftId/,
    ],
    ["/data/query/production", '{"params":{}}', /query/],
    ["/data/query/production", '{"query":"*","params":[]}', /params/],
  ])("POST %s %s", async (path, body, reason) => {
    const response = await post(path, body);
    expect(response.status).toBe(400);
    const { error } = await response.json();
    expect(error.description).toMatch(reason);
  });

  test.each([
    "/data/query/production",
    "/data/query/production?query=*&$broken={",
    "/data/query/production?query=*&perspective=../x",
    "/data/history/production/transactions/a?limit=many",
    "/data/history/production/transactions/a?fromTransaction=unknown",
  ])("GET %s", async (path) => {
    const response = await lake.asEditor(path);
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty("error.description");
  });

  test("a patch that does not fit the document changes nothing", async () => {
    const created = await lake.editor.create({ _id: "one", _type: "page", title: "A" });
    const misfit = lake.editor
      .patch("one")
      .set({ title: "B" })
      .diffMatchPatch({ missing: "@@ -1,1 +1,1 @@\n-a\n+b\n" })
      .commit();
    expect(await refusalOf(misfit)).toMatchObject({ status: 400 });
    expect(await lake.editor.getDocument("one")).toEqual(created);
  });
});

describe("a limit of size", () => {
  test("refuses a body over 8 MB with 413, announced or not", async () => {
    const body = JSON.stringify({ query: "*", params: { big: "x".repeat(9 * 1024 * 1024) } });
    const refused = await post("/data/query/production", body);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({
      error: { type: "payloadTooLargeError", description: "The body exceeds 8388608 bytes" },
    });
    const streamed = await statusOf(
      `${lake.url}${API}/data/query/production`,
      { method: "POST" },
      body,
    );
    expect(streamed).toBe(413);
  });
});

/** Sends a whole HTTP request before reading the answer. Simple HTTP clients do this. */
function sendBlindly(path: string, size: number): Promise<string> {
  const { port, host } = new URL(lake.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.on("error", reject).pause();
    const head = `POST ${API}${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${TOKEN}`;
    socket.write(`${head}\r\ncontent-length: ${size}\r\n\r\n`);
    socket.write(Buffer.alloc(size), () => {
      const chunks: Buffer[] = [];
      socket.on("data", (chunk) => chunks.push(chunk));
      socket.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
      socket.resume();
    });
  });
}

test("a client that sends far too much still gets the limit's answer", async () => {
  const answer = await sendBlindly("/assets/images/production", 64 * 1024 * 1024);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain("The body exceeds 33554432 bytes");
});

describe("an address", () => {
  test.each([
    ["another dataset", "/data/query/staging?query=*", {}],
    ["another dataset", "/data/listen/staging?query=*", {}],
    ["another project", "/data/query/production?query=*", { "x-sanity-project-id": "other" }],
    ["another project", "/projects/other/datasets", { authorization: `Bearer ${TOKEN}` }],
  ])("naming %s (%s) is a 404", async (_, path, headers) => {
    const response = await lake.request(path, { headers });
    expect(response.status).toBe(404);
    expect(await response.json()).toHaveProperty("error.description");
  });

  test("an unknown dataset reaches the client as a 404", async () => {
    const other = lake.visitor.withConfig({ dataset: "staging" });
    expect(await refusalOf(other.fetch("*"))).toMatchObject({ status: 404 });
  });

  test.each([
    "evil.example",
    "evil.example:3334",
    "localhost.evil.example",
    "192.168.0.7",
    "127.0.0.1.nip.io",
  ])(
    "is refused under the host name %s, so that no page can point its own name here",
    async (host) => {
      expect(await statusOf(`${lake.url}${API}/ping`, { headers: { host } })).toBe(421);
    },
  );

  test("works with every form of API version", async () => {
    for (const version of ["v1", "vX", "v2021-06-07", "v2025-02-19"]) {
      const response = await fetch(`${lake.url}/${version}/data/query/production?query=1%2B1`);
      expect(await response.json()).toMatchObject({ result: 2 });
    }
  });
});

test("a preflight is answered for any page", async () => {
  const response = await lake.request("/data/mutate/production", {
    method: "OPTIONS",
    headers: {
      origin: "http://localhost:3000",
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,x-sanity-project-id",
    },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get("access-control-allow-headers")).toBe(
    "content-type,x-sanity-project-id",
  );
});

test("a page can read the reason of its refusal", async () => {
  const response = await lake.request("/users/me", {
    headers: { origin: "http://localhost:3000" },
  });
  expect(response.status).toBe(401);
  expect(response.headers.get("access-control-allow-origin")).toBe("http://localhost:3000");
});

test("people's settings are stored", async () => {
  const pairs = [{ key: "studio.search.recent", value: { terms: ["fiança"] } }];
  await lake.editor.request({ method: "PUT", url: "/users/me/keyvalue", body: pairs });
  expect(
    await lake.editor.request({ url: "/users/me/keyvalue/studio.search.recent,other" }),
  ).toEqual([...pairs, { key: "other", value: null }]);
});

/**
 * Sends an HTTP request that `fetch` cannot send, for example with a different Host header or without Content-Length.
 * Returns the status.
 */
function statusOf(url: string, options: RequestOptions, body?: string) {
  return new Promise<number | undefined>((resolve, reject) => {
    const sent = httpRequest(url, options, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject);
    if (body !== undefined) sent.write(body.slice(0, 1000));
    sent.end(body?.slice(1000));
  });
}
