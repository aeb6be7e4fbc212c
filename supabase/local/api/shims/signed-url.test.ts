import { expect, test } from "vitest";
import { signedUrl } from "./signed-url.ts";

const url = "http://127.0.0.1/storage/v1/object/sign/contract-documents/a/b.pdf";

test("a signed URL gets the name and the path that supabase-js expects", async () => {
  const body = { signedUrl: "/storage/v1/object/sign/contract-documents/a/b.pdf?token=t" };
  const response = await signedUrl(post(), async () => Response.json(body));
  expect(await response.json()).toEqual({
    signedURL: "/object/sign/contract-documents/a/b.pdf?token=t",
  });
});

test("of several signed URLs, those that failed become null", async () => {
  const body = [{ path: "a", signedUrl: "", error: "Object not found" }];
  const response = await signedUrl(post(), async () => Response.json(body));
  expect(await response.json()).toEqual([
    { path: "a", signedURL: null, error: "Object not found" },
  ]);
});

test("a refusal is passed on as it is", async () => {
  const refusal = Response.json({ message: "Object not found" }, { status: 400 });
  expect(await signedUrl(post(), async () => refusal)).toBe(refusal);
});

test("a token that cannot be verified is the caller's fault", async () => {
  const failing = async () => Response.json({}, { status: 500 });
  expect((await signedUrl(new Request(`${url}?token=x`), failing)).status).toBe(400);
});

test("download asks for an attachment with a name that cannot break out of the header", async () => {
  const query = new URLSearchParams({ token: "t", download: 'a"\r\nx: y.pdf' });
  const response = await signedUrl(new Request(`${url}?${query}`), async () => new Response("pdf"));
  expect(response.headers.get("content-disposition")).toBe(
    "attachment; filename*=UTF-8''a%22%0D%0Ax%3A%20y.pdf",
  );
  const plain = await signedUrl(new Request(`${url}?token=t`), async () => new Response("pdf"));
  expect(plain.headers.get("content-disposition")).toBeNull();
});

function post() {
  return new Request(url, { method: "POST", body: "{}" });
}
