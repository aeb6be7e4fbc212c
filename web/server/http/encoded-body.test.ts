import { lookup } from "node:dns/promises";
import { gunzipSync, brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { encodeBody, respondWithBody } from "./encoded-body.ts";

const text = "Alugue Seu Imóvel Sem Fiador ".repeat(40);
const body = encodeBody(text);

function respond(headers: Record<string, string>, status = 200) {
  return respondWithBody(new Request("http://site/", { headers }), body, status, {});
}

test("each visitor gets the best encoding that it accepts", async () => {
  const br = respond({ "accept-encoding": "gzip, deflate, br" });
  expect(br.headers.get("content-encoding")).toBe("br");
  expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(text);
  const gzip = respond({ "accept-encoding": "br; q=0, gzip;q=0.5" });
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(text);
  expect(await respond({}).text()).toBe(text);
});

test("a visitor who has this version gets 304 without a body", async () => {
  const reply = respond({ "if-none-match": `"other", W/${body.etag}` });
  expect(reply.status).toBe(304);
  expect(await reply.text()).toBe("");
  expect(respond({ "if-none-match": body.etag }, 404).status).toBe(404);
});

test("many new pages leave threads to others, and each gets its best encoding in the end", async () => {
  const bodies = Array.from({ length: 40 }, (_, page) =>
    encodeBody(
      Array.from({ length: 1_500 }, (_word, word) => `Fiança ${word * (page + 1)}`).join(" "),
    ),
  );
  const quick = bodies.map(({ br }) => br);
  for (const asked of bodies) respondWithBody(new Request("http://site/"), asked, 200, {});
  const improved = () => bodies.filter(({ br }, page) => br !== quick[page]).length;
  // By then they stand in line.
  await new Promise((next) => setImmediate(next));
  // A host is looked up by one of the threads that compress, after what was there before.
  await lookup("localhost");
  expect(improved()).toBeLessThan(8);
  await expect.poll(improved, { timeout: 60_000 }).toBe(bodies.length);
});

test("what is kept of a page holds no memory but its own", async () => {
  const kept = encodeBody("Fiança locatícia ".repeat(60));
  const quick = kept.br;
  respondWithBody(new Request("http://site/"), kept, 200, {});
  await expect.poll(() => kept.br !== quick).toBe(true);
  for (const bytes of [kept.raw, quick, kept.br, kept.gzip]) {
    expect(bytes?.buffer.byteLength).toBe(bytes?.length);
  }
});

test("what nobody asks for is compressed once", async () => {
  const [asked, unasked] = ["a", "b"].map((word) => encodeBody(`Fiança ${word} `.repeat(60)));
  const quick = [asked?.br, unasked?.br];
  if (asked) respondWithBody(new Request("http://site/"), asked, 200, {});
  await expect.poll(() => asked?.br !== quick[0]).toBe(true);
  expect(unasked?.br).toBe(quick[1]);
});
