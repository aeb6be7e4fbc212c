import { describe, expect, it } from "vitest";
import { unavailable } from "../_shared/http/request-failure.ts";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const body = { tokenHash: "a".repeat(56), password: "nova senha" };

function fakeWith(userId: string | null, record: () => unknown = () => null) {
  const spent: unknown[][] = [];
  const fake = partsForTests(
    { record_password_changed: record },
    {
      auth: {
        ...partsForTests().parts.auth,
        resetPassword: async (...parameters) => {
          spent.push(parameters);
          return userId;
        },
      },
    },
  );
  return { ...fake, spent };
}

describe("setting a new password", () => {
  it("spends the link and queues the notice to the tenant", async () => {
    const fake = fakeWith("user-1");
    const response = await createHandler(fake.parts)(post(body));
    expect(await response.json()).toEqual({ ok: true, data: {} });
    expect(fake.spent).toEqual([[body.tokenHash, body.password, "203.0.113.7"]]);
    expect(fake.calls).toEqual([
      ["record_password_changed", { user_id: "user-1", device_hash: null }],
    ]);
    expect(fake.kicks()).toBe(1);
  });

  it("tells that a link is spent, and notifies nobody", async () => {
    const fake = fakeWith(null);
    const response = await createHandler(fake.parts)(post(body));
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({ error: { code: "link_expired" } });
    expect(fake.calls).toEqual([]);
  });

  it("spends no link on a password that would be refused", async () => {
    const fake = fakeWith("user-1");
    const response = await createHandler(fake.parts)(post({ ...body, password: "12345" }));
    expect(response.status).toBe(422);
    const common = await createHandler(fake.parts)(post({ ...body, password: "123456789" }));
    expect(common.status).toBe(422);
    const { parts } = partsForTests(
      {},
      { auth: fake.parts.auth, isLeakedPassword: async () => true },
    );
    expect((await createHandler(parts)(post(body))).status).toBe(422);
    expect(fake.spent).toEqual([]);
  });

  it("tries three times to queue the notice, and succeeds all the same", async () => {
    const fake = fakeWith("user-1", () => {
      throw unavailable("test");
    });
    expect((await createHandler(fake.parts)(post(body))).status).toBe(200);
    expect(fake.calls).toHaveLength(3);
    expect(fake.logged).toContainEqual({
      function: "reset-contract-password",
      event: "notice-not-queued",
    });
  });
});
