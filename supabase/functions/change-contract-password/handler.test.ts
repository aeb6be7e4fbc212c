import { describe, expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const session = {
  access_token: "access",
  refresh_token: "refresh",
  expires_in: 600,
  token_type: "bearer",
};
const typed = { currentPassword: "senha antiga", newPassword: "senha muito nova" };
const opened = {
  attempt_id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
  auth_email: "contract@contratos.payser.invalid",
  failures: 0,
  wait_seconds: 0,
};

async function change(body: object, { token = "staff-token", accepted = true } = {}) {
  const changes: unknown[] = [];
  const { auth } = partsForTests().parts;
  const fake = partsForTests(
    {
      open_sign_in: () => opened,
      confirm_sign_in: () => null,
      record_password_changed: () => null,
    },
    {
      auth: {
        ...auth,
        signIn: async () => (accepted ? session : null),
        changePassword: async (...given) => void changes.push(given),
      },
    },
  );
  const response = await createHandler(fake.parts)(
    post(body, { authorization: `Bearer ${token}` }),
  );
  const reply: unknown = await response.json();
  return { status: response.status, reply, changes, ...fake };
}

describe("changing the password", () => {
  it("checks the current one within the limits, then sets the new one and records it", async () => {
    const { status, reply, changes, calls, kicks } = await change(typed);
    expect([status, reply]).toEqual([200, { ok: true, data: session }]);
    expect(changes).toEqual([
      [session.access_token, { current: "senha antiga", wanted: "senha muito nova" }],
    ]);
    expect(calls).toMatchObject([
      ["open_sign_in", { kind: "account", subject: "staff-id" }],
      ["confirm_sign_in", {}],
      ["record_password_changed", { user_id: "staff-id", device_hash: null }],
    ]);
    expect(kicks()).toBe(1);
  });

  it("does nothing for a wrong current one, or for an expired token", async () => {
    for (const given of [{ accepted: false }, { token: "ended" }]) {
      const { status, changes } = await change(typed, given);
      expect(status).toBe(401);
      expect(changes).toEqual([]);
    }
  });

  it("refuses a common password before any call", async () => {
    const { status, calls, changes } = await change({ ...typed, newPassword: "123456789" });
    expect(status).toBe(422);
    expect([calls, changes]).toEqual([[], []]);
  });
});
