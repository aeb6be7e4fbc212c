import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createContentImages } from "./content-images.ts";

const requests: string[] = [];
let status = 200;
let proxied = false;
const service = createServer((request, response) => {
  requests.push(request.url ?? "");
  const type = request.url?.includes(".svg") ? "image/svg+xml" : "image/webp";
  response.writeHead(status, { "content-type": proxied ? "text/html" : type }).end("picture");
});
let url: string;

beforeAll(async () => {
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const address = service.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterAll(() => service.close());

/** The image route where content shows `used`. */
function imagesWith(used: readonly string[]) {
  requests.length = 0;
  status = 200;
  return createContentImages(url, {
    has: (name, rect) => Promise.resolve(used.includes(rect ? `${name}?${rect}` : name)),
  });
}

const photo = "abc-40x30-webp";

test("an SVG runs no script when it is opened by itself", async () => {
  const images = imagesWith(["abc-40x30-svg"]);
  const { headers } = await images.respond("abc-40x30-svg", "original.svg", undefined);
  expect(headers.get("content-type")).toBe("image/svg+xml");
  const policy = headers.get("content-security-policy")?.split("; ");
  expect(policy).toEqual(["default-src 'none'", "style-src 'unsafe-inline'", "sandbox"]);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("only what content shows is asked of the image service, and once", async () => {
  const images = imagesWith([photo, `${photo}?0,0,20,30`]);
  const ask = async (name: string, rect?: string) =>
    (await images.respond(name, "96.webp", rect)).status;
  expect(await ask("other-40x30-webp")).toBe(404);
  expect(await ask(photo, "0,0,21,30")).toBe(404);
  expect(requests).toEqual([]);
  expect([await ask(photo), await ask(photo), await ask(photo, "0,0,20,30")]).toEqual([
    200, 200, 200,
  ]);
  expect(requests).toHaveLength(2);
});

test.each([
  [404, 404],
  [500, 502],
])("a failure %i is not asked for again at once", async (failure, shown) => {
  const images = imagesWith([photo]);
  status = failure;
  const replies = [];
  for (let visit = 0; visit < 3; visit += 1) {
    replies.push(await images.respond(photo, "96.webp", undefined));
  }
  expect(replies.map((reply) => reply.status)).toEqual([shown, shown, shown]);
  expect(replies[0]?.headers.get("cache-control")).toBe("no-store");
  expect(requests).toHaveLength(1);
});

test("a proxy's page with status 200 is no image", async () => {
  const images = imagesWith([photo]);
  proxied = true;
  const reply = await images.respond(photo, "96.webp", undefined);
  proxied = false;
  expect(reply.status).toBe(502);
  expect(reply.headers.get("cache-control")).toBe("no-store");
});

test("an image is unavailable, not missing, while nobody knows what content shows", async () => {
  const unknown = createContentImages(url, { has: () => Promise.reject(new Error("away")) });
  expect((await unknown.respond(photo, "96.webp", undefined)).status).toBe(502);
});
