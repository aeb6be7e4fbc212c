import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { stackKeys } from "../../supabase/local/process/stack-keys.ts";
import { filledMessage, filledPartnership, filledSimulation, someAddress } from "./filled-forms.ts";
import { startTestStack, type Call, type TestStack } from "./test-stack.ts";
import { makeToken, makeUnsignedToken } from "./tokens.ts";

const simulationId = crypto.randomUUID();
const validBodies = {
  "send-simulation-email": filledSimulation(),
  "send-partnership-request": filledPartnership(),
  "send-contact-message": filledMessage(),
  "send-approval-email": { simulationId, version: 0 },
  "reject-simulation": { simulationId, version: 0, reason: "Motivo de teste" },
  "recover-password": { email: "ninguem@exemplo.com.br" },
  "track-request": { secret: "A".repeat(22) },
  "landlord-area": { secret: "A".repeat(22) },
  "request-landlord-link": { email: "ninguem@exemplo.com.br" },
  "request-access": { secret: "A".repeat(22) },
  "withdraw-file": { secret: "A".repeat(22), fileId: simulationId },
  "regret-contract": { endingId: simulationId, secret: "A".repeat(22) },
  "request-tracking-link": { protocol: "PS-2026-00000011", email: "ninguem@exemplo.com.br" },
  "sign-in-contract": { contractNumber: "PF-2026-0000000000", password: "segredo" },
  "sign-in-staff": { email: "ninguem@exemplo.com.br", password: "segredo" },
  "change-contract-password": { currentPassword: "segredo", newPassword: "outro segredo" },
  "change-staff-password": { currentPassword: "segredo", newPassword: "cavalo bateria grampo" },
  "reset-staff-password": { tokenHash: "a".repeat(56), password: "cavalo bateria grampo" },
  "reset-contract-password": { tokenHash: "a".repeat(56), password: "segredo-novo" },
  "sign-up-staff": { email: "ninguem@exemplo.com.br", password: "cavalo bateria grampo" },
  "confirm-staff-address": { tokenHash: "a".repeat(56), password: "segredo" },
  "deliver-mail": {},
};
const functions = Object.entries(validBodies);

vi.setConfig({ testTimeout: 60_000 });

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
}, 60_000);
afterAll(() => stack?.stop(), 30_000);

/** Calls that must be refused, with their HTTP status. */
const refusals: [what: string, call: Call, status: number][] = [
  ["when the key is missing", { headers: { apikey: null } }, 401],
  ["when the key is wrong", { headers: { apikey: "sb_publishable_wrong" } }, 401],
  [
    "when the key is in the wrong header",
    { headers: { apikey: null, authorization: "Bearer x" } },
    401,
  ],
  ["when it comes from a foreign page", { headers: { origin: "https://evil.example" } }, 403],
  ["when it comes from a page with the origin null", { headers: { origin: "null" } }, 403],
  ["when the method is GET", { method: "GET", body: "" }, 405],
  ["when the method is PUT", { method: "PUT" }, 405],
];

const badBodies: [what: string, call: Call, status: number][] = [
  [
    "a form's content type",
    { headers: { "content-type": "application/x-www-form-urlencoded" } },
    415,
  ],
  ["a text content type", { headers: { "content-type": "text/plain" } }, 415],
  ["broken JSON", { body: "{" }, 400],
  ["an empty body", { body: "" }, 400],
  ["a megabyte", { body: JSON.stringify({ comments: "x".repeat(1_000_000) }) }, 413],
];

describe.each(functions)("%s", (name, validBody) => {
  it.each(refusals)("is refused %s", async (_what, call, status) => {
    const answer = await stack.call(name, { body: validBody, ...call });
    expect(answer.status).toBe(status);
    expect(answer.headers["access-control-allow-origin"]).not.toBe("*");
  });

  it.each(badBodies)("refuses %s", async (_what, call, status) => {
    const { apikey } = { apikey: name === "deliver-mail" ? stack.secretKey : stack.publishableKey };
    const headers = { apikey, ...call.headers };
    const answer = await stack.call(name, { body: validBody, ...call, headers });
    expect(answer.status).toBe(status);
  });

  it("allows the site alone in a preflight", async () => {
    const answer = await stack.call(name, { method: "OPTIONS", body: "" });
    expect(answer.status).toBe(204);
    expect(answer.headers["access-control-allow-origin"]).toBe(stack.siteUrl);
  });
});

describe.each(["send-approval-email", "reject-simulation"] as const)("%s is refused to", (name) => {
  async function decide(token: string | null) {
    const body = filledSimulation();
    await stack.call("send-simulation-email", { body, from: someAddress() });
    const [row] = await stack.sql`select id from public.simulations where email = ${body.email}`;
    const { id } = z.object({ id: z.uuid() }).parse(row);
    const answer = await stack.call(name, {
      body: { simulationId: id, version: 0, reason: "Motivo de teste" },
      headers: { authorization: token === null ? null : `Bearer ${token}` },
    });
    const [after] = await stack.sql`select status from public.simulations where id = ${id}`;
    expect(after?.["status"]).toBe("pending");
    const refused = await stack.sql`
      select from public.audit_trail where subject_id = ${id} and outcome = 'denied'`;
    expect(refused).toHaveLength(1);
    return answer.status;
  }

  const staffId = async () => {
    const { email } = stack.accounts.staff;
    const [row] = await stack.sql`select user_id from public.staff where email = ${email}`;
    return z.object({ user_id: z.uuid() }).parse(row).user_id;
  };

  it("a visitor", async () => {
    expect(await decide(null)).toBe(401);
    expect(await decide(stack.publishableKey)).toBe(401);
  });

  it("a forged token of a member of staff", async () => {
    expect(await decide(makeToken(await staffId(), "a secret that is not the server's"))).toBe(401);
    expect(await decide(makeUnsignedToken(await staffId()))).toBe(401);
  });

  it("an expired token of a member of staff", async () => {
    const { jwtSecret } = await stackKeys(stack.dataDirectory);
    const twoHoursAgo = Date.now() / 1000 - 7200;
    expect(await decide(makeToken(await staffId(), jwtSecret, twoHoursAgo))).toBe(401);
  });

  it("an account that waits for release", async () => {
    const { email, password } = stack.accounts.pendingStaff;
    expect(await decide((await stack.signIn(email, password)).access_token)).toBe(403);
  });

  it("a tenant", async () => {
    const [tenant] = stack.accounts.contracts;
    const opened = await stack.call("sign-in-contract", {
      body: { contractNumber: tenant?.contractNumber, password: tenant?.password },
      from: someAddress(),
    });
    const token: unknown = Object(opened.body).data.access_token;
    expect(await decide(z.string().parse(token))).toBe(403);
  });
});

describe("deliver-mail", () => {
  it("refuses the publishable key and staff", async () => {
    const { email, password } = stack.accounts.staff;
    const { access_token } = await stack.signIn(email, password);
    for (const authorization of [null, `Bearer ${access_token}`, `Bearer ${stack.secretKey}`]) {
      expect((await stack.call("deliver-mail", { headers: { authorization } })).status).toBe(401);
    }
  });
});
