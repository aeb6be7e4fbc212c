import { expect, test } from "vitest";
import { authForPages } from "./auth-for-pages.ts";

const url = "http://127.0.0.1/auth/v1/token?grant_type=password";
const origin = "http://localhost:3000";

test("a page may send the headers of supabase-js", async () => {
  const preflight = new Request(url, { method: "OPTIONS", headers: { origin } });
  const { status, headers } = await authForPages(preflight, () => Promise.reject(new Error()));
  expect(status).toBe(204);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("access-control-allow-headers")).toContain("authorization");
});

test("a page may read the answer, refusals too", async () => {
  const refusal = () => Promise.resolve(Response.json({ error_code: "x" }, { status: 400 }));
  const response = await authForPages(
    new Request(url, { method: "POST", headers: { origin } }),
    refusal,
  );
  expect(response.status).toBe(400);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(await response.json()).toEqual({ error_code: "x" });
});

test("what is not for the auth server passes untouched", async () => {
  const answer = new Response("ok");
  const request = new Request("http://127.0.0.1/rest/v1/staff", { headers: { origin } });
  expect(await authForPages(request, () => Promise.resolve(answer))).toBe(answer);
});
