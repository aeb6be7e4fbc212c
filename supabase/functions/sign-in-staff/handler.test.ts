import { describe, expect, it } from "vitest";
import { RequestFailure, unavailable } from "../_shared/http/request-failure.ts";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const attemptId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";
const typed = { email: " Equipe@payser.example ", password: "segredo" };
const session = {
  access_token: "access",
  refresh_token: "refresh",
  expires_in: 600,
  token_type: "bearer",
};
const opened = {
  attempt_id: attemptId,
  auth_email: "equipe@payser.example",
  failures: 0,
  wait_seconds: 0,
};

async function signIn(attempt: Partial<Record<keyof typeof opened, unknown>>, answer: unknown) {
  const fake = partsForTests(
    {
      open_sign_in: () => ({ ...opened, ...attempt }),
      confirm_sign_in: () => null,
      withdraw_sign_in: () => null,
    },
    {
      auth: {
        ...partsForTests().parts.auth,
        signIn: async () => {
          if (answer instanceof Error) throw answer;
          return answer === null ? null : session;
        },
      },
    },
  );
  const response = await createHandler(fake.parts)(post(typed));
  const body: unknown = await response.json();
  return { status: response.status, body, ...fake };
}

describe("signing staff in", () => {
  it("has the same limits as for tenants and returns a session", async () => {
    const { status, body, calls } = await signIn({}, session);
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true, data: session });
    expect(calls).toMatchObject([
      ["open_sign_in", { kind: "staff", subject: "equipe@payser.example" }],
      ["confirm_sign_in", { attempt_id: attemptId }],
    ]);
  });

  it("gives every refusal the catalogue's text after the same time", async () => {
    const unknown = await signIn({ auth_email: null }, null);
    const wrong = await signIn({ failures: 7 }, null);
    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual(wrong.body);
    expect(wrong.body).toMatchObject({ error: { message: "Verifique suas credenciais." } });
    expect(unknown.waits).toEqual([500]);
    expect(wrong.waits).toEqual([500]);
  });

  it("answers the waiting time after too many attempts", async () => {
    const { status, body } = await signIn({ wait_seconds: 840 }, session);
    expect(status).toBe(429);
    expect(body).toMatchObject({ error: { code: "rate_limited" } });
  });

  it("counts neither an outage nor an unconfirmed address as an attempt", async () => {
    const unconfirmed = new RequestFailure(403, "email_not_confirmed", "Confirme seu e-mail");
    for (const [failure, code] of [
      [unavailable("auth 0"), "unavailable"],
      [unconfirmed, "email_not_confirmed"],
    ] as const) {
      const { body, calls } = await signIn({}, failure);
      expect(body).toMatchObject({ error: { code } });
      expect(calls.at(-1)).toEqual(["withdraw_sign_in", { attempt_id: attemptId }]);
    }
  });
});
