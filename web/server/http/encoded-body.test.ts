import { lookup } from "node:dns/promises";
import { gunzipSync, brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { encodeBody, respondWithBody } from "./encoded-body.ts";

const text = "Alugue Seu Imóvel Sem Fiador ".repeat(40);
const body = encodeBody(text);

function respond(headers: Record<string, string>, status = 200) {
  return respondWithBody(new Request("http://site/", { headers }), body, status, {});
}

test("respondWithBody picks the best encoding that the visitor accepts", async () => {
  const br = respond({ "accept-encoding": "gzip, deflate, br" });
  expect(br.headers.get("content-encoding")).toBe("br");
  expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(text);
  const gzip = respond({ "accept-encoding": "br; q=0, gzip;q=0.5" });
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(text);
  expect(await respond({}).text()).toBe(text);
});

test("respondWithBody answers 304 without a body when the visitor has this version", async () => {
  const reply = respond({ "if-none-match": `"other", W/${body.etag}` });
  expect(reply.status).toBe(304);
  expect(await reply.text()).toBe("");
  expect(respond({ "if-none-match": body.etag }, 404).status).toBe(404);
});

test("many new pages are recompressed one by one, leaving threads to other work", async () => {
  const bodies = Array.from({ length: 40 }, (_, page) =>
    encodeBody(
      Array.from({ length: 1_500 }, (_word, word) => `Fiança ${word * (page + 1)}`).join(" "),
    ),
  );
  const quick = bodies.map(({ br }) => br);
  for (const asked of bodies) respondWithBody(new Request("http://site/"), asked, 200, {});
  const improved = () => bodies.filter(({ br }, page) => br !== quick[page]).length;
  // After one turn of the event loop, every started compression is in the queue of the thread pool.
  await new Promise((next) => setImmediate(next));
  // `lookup` uses the same thread pool, so the lookup ends after all compressions that are already in the queue.
  await lookup("localhost");
  expect(improved()).toBeLessThan(8);
  await expect.poll(improved, { timeout: 60_000 }).toBe(bodies.length);
});

test("encodeBody keeps each encoding in memory of its own", async () => {
  const kept = encodeBody("Fiança locatícia ".repeat(60));
  const quick = kept.br;
  respondWithBody(new Request("http://site/"), kept, 200, {});
  await expect.poll(() => kept.br !== quick).toBe(true);
  for (const bytes of [kept.raw, quick, kept.br, kept.gzip]) {
    expect(bytes?.buffer.byteLength).toBe(bytes?.length);
  }
});

test("a body that is never requested is compressed once", async () => {
  const [asked, unasked] = ["a", "b"].map((word) => encodeBody(`Fiança ${word} `.repeat(60)));
  const quick = [asked?.br, unasked?.br];
  if (asked) respondWithBody(new Request("http://site/"), asked, 200, {});
  await expect.poll(() => asked?.br !== quick[0]).toBe(true);
  expect(unasked?.br).toBe(quick[1]);
});
