import { describe, expect, it } from "vitest";
import { RequestFailure, unavailable } from "../_shared/http/request-failure.ts";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const body = { tokenHash: "a".repeat(22), password: "nova senha" };
const userId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";
/** SHA-256 of the secret in the test's link. */
const secret_hash = "ec7c494df6d2a7ea36668d656e6b8979e33641bfea378c15038af3964db057a3";

const session = { access_token: "a", refresh_token: "r", expires_in: 3600, token_type: "bearer" };

type Way = {
  link?: string | null;
  set?: () => Promise<void>;
  record?: () => unknown;
  wait_seconds?: number;
};

function fakeWith({ link = userId, set, record = () => null, wait_seconds = 0 }: Way = {}) {
  const passwords: unknown[][] = [];
  const fake = partsForTests(
    {
      spend_password_link: () => link,
      return_password_link: () => null,
      record_password_changed: record,
      open_sign_in: () => ({
        attempt_id: wait_seconds > 0 ? null : userId,
        auth_email: "contrato@contratos.payser.invalid",
        failures: 0,
        wait_seconds,
      }),
      confirm_sign_in: () => null,
    },
    {
      auth: {
        ...partsForTests().parts.auth,
        signIn: async () => session,
        setPassword: async (...parameters) => {
          passwords.push(parameters);
          await set?.();
        },
      },
    },
  );
  return { ...fake, passwords, names: () => fake.calls.map(([name]) => name) };
}

describe("setting a new password", () => {
  it("spends the link, queues the notice to the tenant and signs in within the limits", async () => {
    const fake = fakeWith();
    const response = await createHandler(fake.parts)(post(body));
    expect(await response.json()).toEqual({ ok: true, data: { session } });
    expect(fake.passwords).toEqual([[userId, body.password]]);
    expect(fake.calls.slice(0, 2)).toEqual([
      ["spend_password_link", { secret_hash, address_hash: "hash of 203.0.113.7" }],
      ["record_password_changed", { user_id: userId, device_hash: null }],
    ]);
    expect(fake.names().slice(2)).toEqual(["open_sign_in", "confirm_sign_in"]);
    expect(fake.kicks()).toBe(1);
  });

  it("sets the password also when the sign-in is refused", async () => {
    const fake = fakeWith({ wait_seconds: 60 });
    const response = await createHandler(fake.parts)(post(body));
    expect([response.status, await response.json()]).toEqual([
      200,
      { ok: true, data: { session: null } },
    ]);
    expect(fake.passwords).toEqual([[userId, body.password]]);
    expect(fake.kicks()).toBe(1);
  });

  it("answers that a link is spent, and notifies nobody", async () => {
    const fake = fakeWith({ link: null });
    const response = await createHandler(fake.parts)(post(body));
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({ error: { code: "link_expired" } });
    expect(fake.passwords).toEqual([]);
    expect(fake.names()).toEqual(["spend_password_link"]);
  });

  it("spends no link on a refused password", async () => {
    const fake = fakeWith();
    const response = await createHandler(fake.parts)(post({ ...body, password: "12345" }));
    expect(response.status).toBe(422);
    const common = await createHandler(fake.parts)(post({ ...body, password: "123456789" }));
    expect(common.status).toBe(422);
    const { parts } = partsForTests({}, { isLeakedPassword: async () => true });
    expect((await createHandler(parts)(post(body))).status).toBe(422);
    expect(fake.calls).toEqual([]);
  });

  it.each([
    ["finds weak", new RequestFailure(422, "invalid_fields", "fraca"), 422],
    ["does not take", unavailable("test"), 503],
  ])(
    "makes the link valid again when the auth server %s the password",
    async (_what, fault, status) => {
      const fake = fakeWith({ set: () => Promise.reject(fault) });
      expect((await createHandler(fake.parts)(post(body))).status).toBe(status);
      expect(fake.names()).toEqual(["spend_password_link", "return_password_link"]);
    },
  );

  it("tries three times to queue the notice, and succeeds all the same", async () => {
    const fake = fakeWith({
      record: () => {
        throw unavailable("test");
      },
    });
    expect((await createHandler(fake.parts)(post(body))).status).toBe(200);
    expect(fake.names().filter((name) => name === "record_password_changed")).toHaveLength(3);
    expect(fake.logged).toContainEqual({
      function: "reset-contract-password",
      event: "notice-not-queued",
    });
  });
});
