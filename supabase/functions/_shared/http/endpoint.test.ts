import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { partsForTests, post, publishableKey, secretKey, siteOrigin } from "../parts-for-tests.ts";
import { checkInput, createEndpoint } from "./endpoint.ts";
import { RequestFailure, rateLimited, unavailable } from "./request-failure.ts";

const schema = z.object({ name: z.string("Nome é obrigatório") });

function endpoint(answer: () => Promise<unknown> = async () => ({ done: true })) {
  const { parts, logged, failures } = partsForTests();
  const handler = createEndpoint(parts.publicGate, { name: "example", schema, answer });
  return { handler, logged, failures };
}

const call = (request: Request) => endpoint().handler(request);

describe("an endpoint", () => {
  it("answers a page of the site with data, uncached and only for that origin", async () => {
    const response = await call(post({ name: "Ana" }));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ok: true, data: { done: true } });
    expect(response.headers.get("access-control-allow-origin")).toBe(siteOrigin);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("vary")).toBe("Origin");
  });

  it("answers a preflight of the site", async () => {
    const response = await call(
      new Request("https://functions.example/", {
        method: "OPTIONS",
        headers: { origin: siteOrigin },
      }),
    );
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe(siteOrigin);
    expect(response.headers.get("access-control-allow-headers")).toContain("apikey");
  });

  it.each(["https://evil.example", "null", "https://site.example.evil.example", "*"])(
    "refuses the origin %s without CORS headers",
    async (origin) => {
      const response = await call(post({ name: "Ana" }, { origin }));
      expect(response.status).toBe(403);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
      expect(await response.json()).toMatchObject({ ok: false, error: { code: "forbidden" } });
    },
  );

  it("serves callers other than pages, without CORS headers", async () => {
    const request = post({ name: "Ana" });
    request.headers.delete("origin");
    const response = await call(request);
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  it.each(["GET", "PUT", "DELETE", "PATCH", "HEAD"])(
    "refuses %s and names the allowed methods",
    async (method) => {
      const response = await call(
        new Request("https://functions.example/", { method, headers: { apikey: publishableKey } }),
      );
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("POST, OPTIONS");
    },
  );

  it.each(["", "wrong", publishableKey.slice(0, -1), `${publishableKey}x`])(
    "refuses the key %j",
    async (apikey) => {
      expect((await call(post({ name: "Ana" }, { apikey }))).status).toBe(401);
    },
  );

  it("accepts each of its keys", async () => {
    expect((await call(post({ name: "Ana" }, { apikey: secretKey }))).status).toBe(200);
  });

  it.each(["text/plain", "multipart/form-data", "application/jsonp", ""])(
    "refuses the content type %j",
    async (type) => {
      expect((await call(post({ name: "Ana" }, { "content-type": type }))).status).toBe(415);
    },
  );

  it("takes JSON with a charset", async () => {
    const headers = { "content-type": "application/json; charset=utf-8" };
    expect((await call(post({ name: "Ana" }, headers))).status).toBe(200);
  });

  it("stops reading a body that is too large, even when its content-length lies", async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(4096));
        if (pulled === 100) controller.close();
      },
    });
    const headers = {
      apikey: publishableKey,
      "content-type": "application/json",
      "content-length": "2",
    };
    const unbounded = { method: "POST", headers, body, duplex: "half" };
    const response = await call(new Request("https://functions.example/", unbounded));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: "too_large" } });
    expect(pulled).toBeLessThan(10);
  });

  it.each(["", "{", "\u0000", "{'a':1}"])("refuses %j as JSON", async (body) => {
    const response = await call(new Request("https://functions.example/", { ...init(), body }));
    expect(response.status).toBe(400);
  });

  it("refuses bytes that are not UTF-8", async () => {
    const body = new Uint8Array([0x22, 0xff, 0x22]);
    const response = await call(new Request("https://functions.example/", { ...init(), body }));
    expect(response.status).toBe(400);
  });

  it.each([[{}], [null], [[]], ["x"], [{ name: 1 }]])(
    "names the wrong fields of %j",
    async (body) => {
      const response = await call(post(body));
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ ok: false, error: { code: "invalid_fields" } });
    },
  );

  it("gives the field's message under the field's name", async () => {
    expect(await (await call(post({}))).json()).toEqual({
      ok: false,
      error: {
        code: "invalid_fields",
        message: "Confira os campos destacados.",
        fields: { name: "Nome é obrigatório" },
      },
    });
  });

  it("states the time to wait in words and in a header", async () => {
    const { handler } = endpoint(async () => {
      throw rateLimited(725);
    });
    const response = await handler(post({ name: "Ana" }));
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("725");
    expect(response.headers.get("access-control-expose-headers")).toBe("retry-after, x-request-id");
    expect(await response.json()).toMatchObject({
      error: {
        message: "Muitas tentativas. Tente novamente em 13 minutos.",
        retryAfterSeconds: 725,
      },
    });
  });

  it("answers an unexpected error with 503, and logs its kind but nothing personal", async () => {
    const { handler, logged } = endpoint(async () => {
      throw new TypeError("connect failed for Ana <ana@exemplo.com>");
    });
    const response = await handler(post({ name: "Ana" }));
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain("Ana");
    expect(logged).toEqual([
      {
        function: "example",
        status: 503,
        milliseconds: expect.any(Number),
        code: "unavailable",
        reason: "TypeError",
        stack: expect.stringMatching(/^\s+at .*endpoint\.test\.ts/),
      },
    ]);
  });

  it("counts its own failures and no refusals", async () => {
    const { handler, failures } = endpoint(async () => {
      throw unavailable("database 503");
    });
    await handler(post({ name: "Ana" }));
    await handler(post({ name: 42 }));
    await handler(post({ name: "Ana" }, { apikey: "sb_publishable_wrong" }));
    expect(failures).toEqual(["example"]);
  });

  it("logs every refusal only by its code", async () => {
    const { handler, logged } = endpoint();
    await handler(post({ name: 42, cpf: "52998224725" }));
    expect(logged).toEqual([
      {
        function: "example",
        status: 422,
        milliseconds: expect.any(Number),
        code: "invalid_fields",
      },
    ]);
  });
});

const init = () => ({
  method: "POST",
  headers: { apikey: publishableKey, "content-type": "application/json" },
});

describe("input that no form sends is refused in Portuguese", () => {
  const modules = import.meta.glob<Record<string, unknown>>("../contracts/**/*.ts", {
    eager: true,
  });
  const contracts = Object.entries(modules)
    .filter(([file]) => !file.endsWith(".test.ts"))
    .flatMap(([, exported]) => Object.entries(exported))
    .filter((entry): entry is [string, z.ZodMiniType] => entry[1] instanceof z.ZodMiniType);
  const altered = [null, true, 1, -1, "", "x".repeat(3000), [], [1], [{}], {}, { a: { b: 1 } }];

  it.each(contracts)("contract %s", (_name, contract) => {
    const names = contract instanceof z.ZodMiniObject ? Object.keys(contract.shape) : ["template"];
    const inner = contract instanceof z.ZodMiniObject ? Object.values(contract.shape) : [];
    const deeper = inner.flatMap((field) =>
      field instanceof z.ZodMiniObject ? Object.keys(field.shape) : [],
    );
    for (const value of altered) {
      const below = Object.fromEntries(deeper.map((name) => [name, value]));
      for (const fieldValue of [value, below]) {
        const input = Object.fromEntries(names.map((name) => [name, fieldValue]));
        expect(messagesOf(contract, input)).not.toMatch(
          /invalid input|too (?:big|small)|expected/i,
        );
      }
    }
  });

  it("also where a contract has no message of its own", () => {
    const words = z.object({ clauses: z.array(z.string()) });
    expect(messagesOf(words, { clauses: [1] })).toBe('{"clauses.0":"Valor inválido"}');
  });

  /** Returns as JSON the messages that a caller would get for this input. */
  function messagesOf(contract: z.ZodMiniType, input: unknown): string {
    try {
      checkInput(input, contract);
      return "";
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      return JSON.stringify(error.details.fields ?? {});
    }
  }
});
