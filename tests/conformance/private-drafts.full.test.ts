// @module-tag full
import { beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { API, createTestClient, refusalOf, STUDIO_ORIGIN, VIEWER_TOKEN } from "./test-lake.ts";
import { useTestLake } from "./use-test-lake.ts";

const lake = useTestLake();
const SECRET = "segredo-do-rascunho";
let responses = 0;

beforeAll(async () => {
  const body = { title: SECRET, author: { _type: "reference", _ref: "ana" } };
  await lake.editor
    .transaction()
    .create({ _id: "ana", _type: "author", name: "Ana" })
    .create({ _id: "home", _type: "page", title: "Início" })
    .create({ _id: "drafts.home", _type: "page", ...body })
    .create({ _id: "drafts.only", _type: "page", ...body })
    .create({ _id: "versions.summer.home", _type: "page", ...body })
    .create({ _id: "private.note", _type: "page", ...body })
    .create({ _id: "linking", _type: "page", ref: { _type: "reference", _ref: "drafts.only" } })
    .commit();
});

/**
 * HTTP headers of callers who must not see drafts: no credentials, an invalid token, or an origin outside the studio.
 */
const visitors: Record<string, Record<string, string>> = {
  "a caller without credentials": {},
  "another page": { origin: "http://localhost:3000" },
  "a page of the internet": { origin: "https://evil.example" },
  "a sandboxed page": { origin: "null" },
  "a look-alike of the studio": { origin: `${STUDIO_ORIGIN}.evil.example` },
  "a wrong token": { authorization: "Bearer wrong" },
  "an empty token": { authorization: "Bearer " },
};

const perspectives = [
  "",
  "raw",
  "drafts",
  "previewDrafts",
  "published",
  "summer",
  "summer,drafts",
  "drafts,summer,published",
];

const queries = [
  "*",
  '*[_id == "drafts.home"]',
  '*[_id in path("drafts.**")]',
  '*[_id == "home"]',
  '*[_id == "linking"][0]{..., "leak": ref->}',
  '*[title match "segredo*"]',
  '*[[@, _id] match text::query("segredo*")]',
  '*[sanity::versionOf("home")]',
];

async function expectNoSecret(path: string, init: RequestInit) {
  responses += 1;
  const response = await lake.request(path, { ...init, signal: AbortSignal.timeout(20_000) });
  const text = await response.text();
  expect(text).not.toContain(SECRET);
  return response;
}

describe.each(Object.entries(visitors))("%s", (_, headers) => {
  test("finds no draft in any query, perspective and API version", async () => {
    for (const perspective of perspectives) {
      for (const query of queries) {
        const search = new URLSearchParams({ query, ...(perspective && { perspective }) });
        await expectNoSecret(`/data/query/production?${search}`, { headers });
      }
    }
    for (const version of ["v1", "vX", "v2021-03-25"]) {
      responses += 1;
      const response = await fetch(`${lake.url}/${version}/data/query/production?query=*`, {
        headers,
      });
      expect(await response.text()).not.toContain(SECRET);
    }
  });

  test.each([
    "/data/doc/production/drafts.home,drafts.only,versions.summer.home,private.note",
    "/data/doc/production/home?includeAllVersions=true",
  ])("gets no draft from %s", async (path) => {
    const response = await expectNoSecret(path, { headers });
    expect([200, 401]).toContain(response.status);
  });

  test.each([
    "/data/export/production",
    "/data/history/production/transactions/drafts.home?effectFormat=mendoza",
    "/data/history/production/documents/drafts.home",
    "/data/history/production/events/documents/drafts.home",
    "/data/references/production/documents/home/to",
    "/users/me",
    "/users/me/keyvalue/any",
    "/projects/payser-local/datasets/production/acl",
    "/data/live/events/production?includeDrafts=true",
  ])("is refused to read %s", async (path) => {
    const response = await expectNoSecret(path, { headers });
    expect(response.status).toBe(401);
  });

  test.each([
    ["/data/mutate/production", { mutations: [{ delete: { id: "home" } }], returnDocuments: true }],
    [
      "/data/actions/production",
      {
        actions: [
          {
            actionType: "sanity.action.document.publish",
            draftId: "drafts.home",
            publishedId: "home",
          },
        ],
      },
    ],
    ["/assets/images/production", {}],
  ])("is refused to post to %s", async (path, body) => {
    const response = await expectNoSecret(path, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(401);
  });

  test("receives nothing of drafts as a listener or a live client", async () => {
    const paths = [
      "/data/listen/production?query=*&includeResult=true&includePreviousRevision=true&effectFormat=mendoza&includeAllVersions=true",
      "/data/live/events/production",
    ];
    for (const path of paths) {
      responses += 1;
      const stream = await lake.request(path, { headers });
      if (stream.status === 401) continue;
      await lake.editor
        .patch("drafts.home")
        .set({ title: `${SECRET} ${Math.random()}` })
        .commit();
      const marker = `público ${Math.random()}`;
      const { _rev: revision } = await lake.editor.patch("ana").set({ name: marker }).commit();
      const received = await readUntil(
        stream,
        path.includes("listen") ? revision : "event: message",
      );
      expect(received).not.toContain(SECRET);
      expect(received).not.toContain("drafts.home");
    }
  });

  test("is refused at the presence socket", async () => {
    const socket = new WebSocket(`${lake.url.replace("http", "ws")}${API}/socket/production`, {
      headers,
    });
    const status = await new Promise((resolve) => {
      socket.on("unexpected-response", (_request, response) => resolve(response.statusCode));
      socket.on("open", () => resolve("open"));
      socket.on("error", () => {});
    });
    socket.terminate();
    expect(status).toBe(403);
  });
});

test("the tests sent hundreds of requests", () => {
  expect(responses).toBeGreaterThan(500);
});

test("a visitor sees published documents", async () => {
  const titles = await lake.visitor.fetch('*[_type == "page"]._id', {}, { perspective: "raw" });
  expect(titles).toEqual(["home", "linking"]);
});

test("the studio's origin alone makes an editor", async () => {
  const response = await lake.request("/data/query/production?query=*&perspective=drafts", {
    headers: { origin: STUDIO_ORIGIN },
  });
  expect(await response.text()).toContain(SECRET);
  expect(response.headers.get("access-control-allow-credentials")).toBe("true");
});

test("other origins may read, but without credentials", async () => {
  const response = await lake.request("/data/query/production?query=count(*)", {
    headers: { origin: "http://localhost:3000" },
  });
  expect(response.headers.get("access-control-allow-origin")).toBe("http://localhost:3000");
  expect(response.headers.has("access-control-allow-credentials")).toBe(false);
});

/** Reads a stream up to the first line that contains the text. */
async function readUntil(response: Response, text: string): Promise<string> {
  let received = "";
  for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(
    new TextDecoderStream(),
  )) {
    received += chunk;
    if (received.includes(text)) break;
  }
  return received;
}

test("a viewer's token reads drafts and writes nothing", async () => {
  const viewer = createTestClient(lake.url, VIEWER_TOKEN);
  const title = '*[_id == "home"][0].title';
  expect(await viewer.fetch(title, {}, { perspective: "drafts" })).toContain(SECRET);
  expect(await viewer.fetch(title)).toBe("Início");
  const writes = [
    viewer.create({ _type: "page" }),
    viewer.delete("drafts.only"),
    viewer.action({
      actionType: "sanity.action.document.publish",
      draftId: "drafts.only",
      publishedId: "only",
    }),
    viewer.assets.upload("image", Buffer.from("x")),
  ];
  const refusals = await Promise.all(writes.map(refusalOf));
  expect(refusals.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
});
