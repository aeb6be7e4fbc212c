import { expect, test } from "vitest";
import { functionsForPages } from "./functions-for-pages.ts";

const url = "http://127.0.0.1/rest/v1/rpc/set_staff_status";

test("a page may call a function of the database that takes parameters", async () => {
  const asked = "apikey,authorization,content-profile,content-type";
  const preflight = new Request(url, {
    method: "OPTIONS",
    headers: { origin: "http://localhost:3000", "access-control-request-headers": asked },
  });
  const { status, headers } = await functionsForPages(preflight, () => Promise.reject(new Error()));
  expect(status).toBe(204);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("access-control-allow-headers")).toBe(asked);
});

test("calls and everything else pass untouched", async () => {
  const answer = new Response("ok");
  for (const request of [
    new Request(url, { method: "POST" }),
    new Request("http://127.0.0.1/rest/v1/staff", { method: "OPTIONS" }),
  ]) {
    expect(await functionsForPages(request, () => Promise.resolve(answer))).toBe(answer);
  }
});
