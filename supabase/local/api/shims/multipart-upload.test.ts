import { expect, test } from "vitest";
import { multipartUpload } from "./multipart-upload.ts";

const url = "http://127.0.0.1/storage/v1/object/contract-documents/a/b.pdf";

test("the unnamed field that supabase-js sends goes on as the body, with its type", async () => {
  const seen = await passOn(formWith(""));
  expect(seen.headers.get("content-type")).toBe("application/pdf");
  expect(seen.headers.get("cache-control")).toBe("max-age=3600");
  expect(await seen.text()).toBe("conteúdo");
});

test("a form without a file is refused before the API sees it", async () => {
  const request = new Request(url, { method: "POST", body: new FormData() });
  const response = await multipartUpload(request, () => Promise.reject(new Error("reached")));
  expect(response.status).toBe(400);
});

test("other requests are not touched", async () => {
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
