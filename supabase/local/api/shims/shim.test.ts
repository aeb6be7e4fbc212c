import { describe, expect, test } from "vitest";
import { answerInTime, authForPages, functionsForPages, pathCharacters } from "./shim.ts";

describe("answer in time", () => {
  const request = new Request("http://127.0.0.1/rest/v1/contracts");

  test("an answer in time is passed on", async () => {
    const answer = new Response("ok");
    expect(await answerInTime(1000)(request, async () => answer)).toBe(answer);
  });

  test("a request that is never answered ends with 503", async () => {
    const response = await answerInTime(10)(request, () => new Promise(() => undefined));
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "PGRST003" });
  });
});

describe("path characters", () => {
  const ask = async (path: string) =>
    (await pathCharacters(new Request(`http://local${path}`), async () => new Response("ok")))
      .status;

  test.each([
    "/storage/v1/object/b/a%00.pdf",
    "/storage/v1/object/b/a%0A",
    "/storage/v1/object/b/%7F",
  ])("%s is refused", async (path) => expect(await ask(path)).toBe(400));

  test.each(["/storage/v1/object/b/carta%20de%20fian%C3%A7a.pdf", "/rest/v1/a?b=%00"])(
    "%s goes on",
    async (path) => expect(await ask(path)).toBe(200),
  );
});

describe("auth for pages", () => {
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
});

describe("functions for pages", () => {
  const url = "http://127.0.0.1/rest/v1/rpc/set_staff_status";

  test("a page may call a function of the database that takes parameters", async () => {
    const asked = "apikey,authorization,content-profile,content-type";
    const preflight = new Request(url, {
      method: "OPTIONS",
      headers: { origin: "http://localhost:3000", "access-control-request-headers": asked },
    });
    const { status, headers } = await functionsForPages(preflight, () =>
      Promise.reject(new Error()),
    );
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
});
