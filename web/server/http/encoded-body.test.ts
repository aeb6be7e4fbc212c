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
