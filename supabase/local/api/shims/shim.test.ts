import { describe, expect, test } from "vitest";
import { answerInTime, authForPages, functionsForPages, pathCharacters } from "./shim.ts";

describe("answerInTime", () => {
  const request = new Request("http://127.0.0.1/rest/v1/contracts");

  test("passes an answer on when it is in time", async () => {
    const answer = new Response("ok");
    expect(await answerInTime(1000)(request, async () => answer)).toBe(answer);
  });

  test("answers 503 when the API never answers", async () => {
    const response = await answerInTime(10)(request, () => new Promise(() => undefined));
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "PGRST003" });
  });
});

describe("pathCharacters", () => {
  const ask = async (path: string) =>
    (await pathCharacters(new Request(`http://local${path}`), async () => new Response("ok")))
      .status;

  test.each([
    "/storage/v1/object/b/a%00.pdf",
    "/storage/v1/object/b/a%0A",
    "/storage/v1/object/b/%7F",
  ])("refuses %s", async (path) => expect(await ask(path)).toBe(400));

  test.each(["/storage/v1/object/b/carta%20de%20fian%C3%A7a.pdf", "/rest/v1/a?b=%00"])(
    "passes %s on",
    async (path) => expect(await ask(path)).toBe(200),
  );
});

describe("authForPages", () => {
  const url = "http://127.0.0.1/auth/v1/token?grant_type=password";
  const origin = "http://localhost:3000";

  test("lets a page send the headers of supabase-js", async () => {
    const preflight = new Request(url, { method: "OPTIONS", headers: { origin } });
    const { status, headers } = await authForPages(preflight, () => Promise.reject(new Error()));
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-headers")).toContain("authorization");
  });

  test("lets a page read the answer, including refusals", async () => {
    const refusal = () => Promise.resolve(Response.json({ error_code: "x" }, { status: 400 }));
    const response = await authForPages(
      new Request(url, { method: "POST", headers: { origin } }),
      refusal,
    );
    expect(response.status).toBe(400);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.json()).toEqual({ error_code: "x" });
  });

  test("passes on requests to other services unchanged", async () => {
    const answer = new Response("ok");
    const request = new Request("http://127.0.0.1/rest/v1/staff", { headers: { origin } });
    expect(await authForPages(request, () => Promise.resolve(answer))).toBe(answer);
  });
});

describe("functionsForPages", () => {
  const url = "http://127.0.0.1/rest/v1/rpc/set_staff_status";

  test("lets a page call a database function that takes parameters", async () => {
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

  test("passes on calls and all other requests unchanged", async () => {
    const answer = new Response("ok");
    for (const request of [
      new Request(url, { method: "POST" }),
      new Request("http://127.0.0.1/rest/v1/staff", { method: "OPTIONS" }),
    ]) {
      expect(await functionsForPages(request, () => Promise.resolve(answer))).toBe(answer);
    }
  });
});
