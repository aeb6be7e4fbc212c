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

/** Creates the image endpoint for a site whose published content uses the given images. */
function imagesWith(used: readonly string[]) {
  requests.length = 0;
  status = 200;
  return createContentImages(url, (name, rect) =>
    Promise.resolve(used.includes(rect ? `${name}?${rect}` : name)),
  );
}

const photo = "abc-40x30-webp";

test("an SVG that is opened directly runs no script", async () => {
  const answerImage = imagesWith(["abc-40x30-svg"]);
  const { headers } = await answerImage("abc-40x30-svg", "original.svg", undefined);
  expect(headers.get("content-type")).toBe("image/svg+xml");
  const policy = headers.get("content-security-policy")?.split("; ");
  expect(policy).toEqual(["default-src 'none'", "style-src 'unsafe-inline'", "sandbox"]);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("images that content does not use are never requested, and others only once", async () => {
  const answerImage = imagesWith([photo, `${photo}?0,0,20,30`]);
  const ask = async (name: string, rect?: string) =>
    (await answerImage(name, "96.webp", rect)).status;
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
])("a failed request (%i) is not repeated at once", async (failure, shown) => {
  const answerImage = imagesWith([photo]);
  status = failure;
  const replies = [];
  for (let visit = 0; visit < 3; visit += 1) {
    replies.push(await answerImage(photo, "96.webp", undefined));
  }
  expect(replies.map((reply) => reply.status)).toEqual([shown, shown, shown]);
  expect(replies[0]?.headers.get("cache-control")).toBe("no-store");
  expect(requests).toHaveLength(1);
});

test("an HTML page with status 200 from a proxy is not served as an image", async () => {
  const answerImage = imagesWith([photo]);
  proxied = true;
  const reply = await answerImage(photo, "96.webp", undefined);
  proxied = false;
  expect(reply.status).toBe(502);
  expect(reply.headers.get("cache-control")).toBe("no-store");
});

test("an image is unavailable, not missing, when the used images are unknown", async () => {
  const answerImage = createContentImages(url, () => Promise.reject(new Error("away")));
  expect((await answerImage(photo, "96.webp", undefined)).status).toBe(502);
});
