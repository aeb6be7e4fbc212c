import { describe, expect, test } from "vitest";
import { multipartUpload, signedUrl } from "./storage.ts";

describe("multipartUpload", () => {
  const url = "http://127.0.0.1/storage/v1/object/contract-documents/a/b.pdf";

  test("passes the unnamed field of supabase-js on as the body, with its type", async () => {
    const seen = await passOn(formWith(""));
    expect(seen.headers.get("content-type")).toBe("application/pdf");
    expect(seen.headers.get("cache-control")).toBe("max-age=3600");
    expect(await seen.text()).toBe("conteúdo");
  });

  test("refuses a form without a file before the API sees it", async () => {
    const request = new Request(url, { method: "POST", body: new FormData() });
    const response = await multipartUpload(request, () => Promise.reject(new Error("reached")));
    expect(response.status).toBe(400);
  });

  test("passes other requests on unchanged", async () => {
    const request = new Request("http://127.0.0.1/rest/v1/contracts", {
      method: "POST",
      body: formWith(""),
    });
    let seen: Request | undefined;
    await multipartUpload(request, async (passed) => {
      seen = passed;
      return new Response();
    });
    expect(seen).toBe(request);
  });

  function formWith(field: string) {
    const form = new FormData();
    form.append("cacheControl", "3600");
    form.append(field, new File(["conteúdo"], "b.pdf", { type: "application/pdf" }));
    return form;
  }

  async function passOn(body: FormData): Promise<Request> {
    const passed: Request[] = [];
    await multipartUpload(new Request(url, { method: "POST", body }), async (request) => {
      passed.push(request);
      return new Response();
    });
    const [request] = passed;
    if (!request) throw new Error("Nothing was passed on");
    return request;
  }
});

describe("signedUrl", () => {
  const url = "http://127.0.0.1/storage/v1/object/sign/contract-documents/a/b.pdf";

  test("returns the property name and the path that supabase-js expects", async () => {
    const body = { signedUrl: "/storage/v1/object/sign/contract-documents/a/b.pdf?token=t" };
    const response = await signedUrl(post(), async () => Response.json(body));
    expect(await response.json()).toEqual({
      signedURL: "/object/sign/contract-documents/a/b.pdf?token=t",
    });
  });

  test("returns null for each of several files that failed", async () => {
    const body = [{ path: "a", signedUrl: "", error: "Object not found" }];
    const response = await signedUrl(post(), async () => Response.json(body));
    expect(await response.json()).toEqual([
      { path: "a", signedURL: null, error: "Object not found" },
    ]);
  });

  test("passes a refusal on unchanged", async () => {
    const refusal = Response.json({ message: "Object not found" }, { status: 400 });
    expect(await signedUrl(post(), async () => refusal)).toBe(refusal);
  });

  test("answers 400 for a token that cannot be verified", async () => {
    const failing = async () => Response.json({}, { status: 500 });
    expect((await signedUrl(new Request(`${url}?token=x`), failing)).status).toBe(400);
  });

  test("sets an attachment name for `download` that cannot break out of the header", async () => {
    const query = new URLSearchParams({ token: "t", download: 'a"\r\nx: y.pdf' });
    const response = await signedUrl(
      new Request(`${url}?${query}`),
      async () => new Response("pdf"),
    );
    expect(response.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''a%22%0D%0Ax%3A%20y.pdf",
    );
    const plain = await signedUrl(new Request(`${url}?token=t`), async () => new Response("pdf"));
    expect(plain.headers.get("content-disposition")).toBeNull();
  });

  function post() {
    return new Request(url, { method: "POST", body: "{}" });
  }
});
