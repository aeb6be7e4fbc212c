import { describe, expect, it } from "vitest";
import { rateLimited } from "../_shared/http/request-failure.ts";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

describe("requesting a recovery link", () => {
  it("passes the address on, lower-cased, and answers nothing about it", async () => {
    const fake = partsForTests({ request_password_recovery: () => null });
    const response = await createHandler(fake.parts)(post({ email: " Ana@Exemplo.com " }));
    expect(await response.json()).toEqual({ ok: true, data: {} });
    expect(fake.calls).toEqual([
      [
        "request_password_recovery",
        { email: "ana@exemplo.com", address_hash: "hash of 203.0.113.7" },
      ],
    ]);
    expect(fake.kicks()).toBe(1);
  });

  it("answers after a fixed time, also when it refuses", async () => {
    let clock = 0;
    const at = (spent: number, fail: boolean) =>
      partsForTests(
        {
          request_password_recovery: () => {
            clock += spent;
            if (fail) throw rateLimited(60);
          },
        },
        { now: () => clock },
      );
    const known = at(30, false);
    await createHandler(known.parts)(post({ email: "a@b.co" }));
    expect(known.waits).toEqual([370]);
    const refused = at(10, true);
    expect((await createHandler(refused.parts)(post({ email: "a@b.co" }))).status).toBe(429);
    expect(refused.waits).toEqual([390]);
  });

  it("refuses an invalid address with the specified message", async () => {
    const response = await createHandler(partsForTests().parts)(post({ email: "ana" }));
    expect(await response.json()).toMatchObject({
      error: { code: "invalid_fields", fields: { email: "Email inválido" } },
    });
  });
});
