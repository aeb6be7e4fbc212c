import { describe, expect, it } from "vitest";
import { rateLimited, unavailable } from "../_shared/http/request-failure.ts";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const attemptId = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";
const session = {
  access_token: "access",
  refresh_token: "refresh",
  expires_in: 3600,
  token_type: "bearer",
};
const typed = { contractNumber: "PF-2026-0A1B2C3D4E", password: "segredo" };

const opened = {
  attempt_id: attemptId,
  auth_email: "contract@contratos.payser.invalid",
  failures: 0,
  wait_seconds: 0,
};

type Attempt = { auth_email?: string | null; failures?: number; wait_seconds?: number };

async function signIn(attempt: Attempt, accepted: boolean, sent: object = typed) {
  const tried: unknown[][] = [];
  const fake = partsForTests(
    {
      open_sign_in: () => ({ ...opened, ...attempt }),
      confirm_sign_in: () => null,
    },
    {
      auth: {
        ...partsForTests().parts.auth,
        signIn: async (...parameters) => {
          tried.push(parameters);
          return accepted ? session : null;
        },
      },
    },
  );
  const response = await createHandler(fake.parts)(post(sent));
  const body: unknown = await response.json();
  return { response, body, tried, ...fake };
}

describe("signing in to a contract", () => {
  it("records the attempt, checks the password, confirms, and returns a session", async () => {
    const { response, body, calls, tried } = await signIn({}, true);
    expect(response.status).toBe(200);
    expect(body).toEqual({ ok: true, data: session });
    expect(tried).toEqual([["contract@contratos.payser.invalid", "segredo", "203.0.113.7"]]);
    expect(calls).toEqual([
      [
        "open_sign_in",
        {
          kind: "contract",
          subject: typed.contractNumber,
          address_hash: "hash of 203.0.113.7",
          device_hash: null,
        },
      ],
      ["confirm_sign_in", { attempt_id: attemptId, device_hash: null }],
    ]);
  });

  it.each([0, 1, 2])("names the cause after %d failures", async (failures) => {
    const unknown = await signIn({ failures, auth_email: null }, false);
    expect(unknown.response.status).toBe(404);
    expect(unknown.body).toMatchObject({ error: { message: "Contrato não encontrado" } });
    const wrong = await signIn({ failures }, false);
    expect(wrong.response.status).toBe(401);
    expect(wrong.body).toMatchObject({ error: { message: "Senha incorreta" } });
  });

  it.each([3, 9])("gives one answer for both causes after %d failures", async (failures) => {
    const unknown = await signIn({ failures, auth_email: null }, false);
    const wrong = await signIn({ failures }, false);
    expect(unknown.response.status).toBe(401);
    expect(wrong.response.status).toBe(401);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.body).toMatchObject({
      error: { message: "Número do contrato ou senha incorretos." },
    });
  });

  it("refuses with the waiting time and without a password check", async () => {
    const { response, body, tried } = await signIn({ failures: 10, wait_seconds: 840 }, true);
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("840");
    expect(body).toMatchObject({
      error: { message: "Muitas tentativas. Tente novamente em 14 minutos." },
    });
    expect(tried).toEqual([]);
  });

  it("recognises a device by the hash of its token", async () => {
    const device = "0123456789abcdef0123456789abcdef";
    const { calls } = await signIn({}, true, { ...typed, device });
    const device_hash = "3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9";
    expect(calls.map(([, sent]) => sent["device_hash"])).toEqual([device_hash, device_hash]);
    const { calls: without } = await signIn({}, true, { ...typed, device: "short" });
    expect(without.map(([, sent]) => sent["device_hash"])).toEqual([null, null]);
  });

  it("never confirms a failed attempt", async () => {
    const { calls } = await signIn({}, false);
    expect(calls.map(([name]) => name)).toEqual(["open_sign_in", "record_failed_sign_in"]);
  });

  it("checks a placeholder account when there is none, and never signs it in", async () => {
    const { response, tried } = await signIn({ auth_email: null }, true);
    expect(response.status).toBe(404);
    expect(tried).toEqual([["ninguem@contratos.payser.invalid", "segredo", "203.0.113.7"]]);
  });

  it("takes the same time for known and unknown numbers", async () => {
    expect((await signIn({ auth_email: null }, false)).waits).toEqual([500]);
    expect((await signIn({}, false)).waits).toEqual([500]);
  });

  it("still returns the session when only the confirmation fails", async () => {
    const fake = partsForTests(
      {
        open_sign_in: () => opened,
        confirm_sign_in: () => {
          throw unavailable("test");
        },
      },
      { auth: { ...partsForTests().parts.auth, signIn: async () => session } },
    );
    expect((await createHandler(fake.parts)(post(typed))).status).toBe(200);
  });

  it.each([
    ["an outage", unavailable("auth 0"), 503],
    ["the auth server's own limit", rateLimited(60), 429],
  ])("withdraws the attempt when %s prevented the password check", async (...given) => {
    const [, failure, status] = given;
    const fake = partsForTests(
      { open_sign_in: () => opened, withdraw_sign_in: () => null },
      { auth: { ...partsForTests().parts.auth, signIn: () => Promise.reject(failure) } },
    );
    const response = await createHandler(fake.parts)(post(typed));
    expect(response.status).toBe(status);
    expect(fake.calls.slice(1)).toEqual([["withdraw_sign_in", { attempt_id: attemptId }]]);
  });

  it("reports the outage also when the attempt cannot be withdrawn", async () => {
    const fake = partsForTests(
      {
        open_sign_in: () => opened,
        withdraw_sign_in: () => {
          throw unavailable("database 0");
        },
      },
      {
        auth: {
          ...partsForTests().parts.auth,
          signIn: () => Promise.reject(unavailable("auth 503")),
        },
      },
    );
    expect((await createHandler(fake.parts)(post(typed))).status).toBe(503);
    expect(fake.logged).toContainEqual({
      function: "sign-in-contract",
      event: "attempt-not-settled",
    });
  });

  it("shows the specified message when the database is down", async () => {
    const fake = partsForTests({
      open_sign_in: () => {
        throw unavailable("test");
      },
    });
    const response = await createHandler(fake.parts)(post(typed));
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { message: "Erro ao buscar contrato" } });
  });
});
