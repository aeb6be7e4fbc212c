// These tests check that the shim for the second factor gives the answers that supabase-js expects from
// /auth/v1/factors of a hosted project.
import { setTimeout } from "node:timers/promises";
import { createClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readClaims } from "./assurance-level.ts";
import { type TestStack, testStack } from "../../../tests/support/test-stack.ts";

const account = { email: "fator@payser.example", password: "senha-de-teste" };

let stack: TestStack;
let userId: string;
beforeAll(async () => {
  stack = await testStack();
  const made = await connect(stack.secretKey).auth.admin.createUser({
    ...account,
    email_confirm: true,
  });
  userId = made.data.user?.id ?? "";
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.sql`delete from auth.mfa_factors where user_id = ${userId}`;
});

function connect(key = stack.publishableKey) {
  return createClient(stack.url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}

async function signIn() {
  const client = connect();
  const { data, error } = await client.auth.signInWithPassword(account);
  if (error) throw error;
  return { client, mfa: client.auth.mfa, session: data.session };
}

/**
 * Returns the code of an authenticator app for this secret. Each code is valid for a step of 30 seconds. `steps`
 * selects an earlier or later step.
 */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/**
 * Waits for the next step of 30 seconds when the current step has fewer than ten seconds left, so that no code expires
 * during a test.
 */
async function waitForStep() {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < 10_000) await setTimeout(left);
}

async function enroll() {
  await waitForStep();
  const signedIn = await signIn();
  const { data, error } = await signedIn.mfa.enroll({
    factorType: "totp",
    friendlyName: "Aplicativo",
    issuer: "Payser",
  });
  if (error) throw error;
  const code = codeOf(data.totp.secret, -1);
  const verified = await signedIn.mfa.challengeAndVerify({ factorId: data.id, code });
  return { ...signedIn, factorId: data.id, totp: data.totp, verified };
}

const levelOf = (token: string | undefined) => readClaims(token ?? "")?.["aal"];

describe("a second factor", () => {
  test("is enrolled with a QR code, a secret and an address for apps", async () => {
    const { client, mfa, totp, verified } = await enroll();
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    expect(totp.qr_code).not.toContain("#");
    expect(new URL(totp.uri).searchParams.get("secret")).toBe(totp.secret);
    expect(totp.uri).toContain("issuer=Payser");
    expect(verified.error).toBeNull();
    expect(levelOf(verified.data?.access_token)).toBe("aal2");
    const level = await mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
    expect(level.data?.currentAuthenticationMethods).toEqual(
      expect.arrayContaining([
        { method: "password", timestamp: expect.any(Number) },
        { method: "totp", timestamp: expect.any(Number) },
      ]),
    );
    const { data } = await client.auth.getUser();
    expect(data.user?.factors).toMatchObject([{ status: "verified", factor_type: "totp" }]);
    expect(JSON.stringify(data.user)).not.toContain(totp.secret);
  });

  test("is asked for at the next sign-in, and the level outlives a refresh", async () => {
    const { factorId, totp } = await enroll();
    const { client, mfa, session } = await signIn();
    expect(levelOf(session.access_token)).toBe("aal1");
    expect((await mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
    expect((await mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId }]);
    expect(
      (await mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) })).error,
    ).toBeNull();
    const refreshed = await client.auth.refreshSession();
    expect(levelOf(refreshed.data.session?.access_token)).toBe("aal2");
  });

  test("is required before a new password or address, even with the current password", async () => {
    await enroll();
    const { client } = await signIn();
    const current_password = account.password;
    for (const change of [
      { password: "senha-de-outro", current_password },
      { email: "outro@payser.example" },
    ]) {
      const { error } = await client.auth.updateUser(change);
      expect([error?.status, error?.code]).toEqual([401, "insufficient_aal"]);
    }
    expect((await client.auth.updateUser({ data: { theme: "claro" } })).error).toBeNull();
    const sure = await signIn();
    await stack.sql`
      update auth.sessions set aal = 'aal2' where id = ${readClaims(sure.session.access_token)?.session_id ?? null}`;
    const unchanged = { password: account.password, current_password };
    expect((await sure.client.auth.updateUser(unchanged)).error?.code).toBe("same_password");
  });

  test("ends the sessions that only have the password", async () => {
    const before = await signIn();
    await enroll();
    expect((await before.client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  });

  test("accepts each code once, and no code of another minute", async () => {
    const { factorId, totp } = await enroll();
    const { mfa } = await signIn();
    const tried = async (code: string) =>
      (await mfa.challengeAndVerify({ factorId, code })).error?.code ?? "accepted";
    expect(await tried(codeOf(totp.secret, -1))).toBe("mfa_verification_failed");
    expect(await tried(codeOf(totp.secret, -4))).toBe("mfa_verification_failed");
    expect(await tried(codeOf(totp.secret))).toBe("accepted");
    expect(await tried(codeOf(totp.secret))).toBe("mfa_verification_failed");
  });

  test("cannot be guessed: after five wrong codes the right code is refused too", async () => {
    const { factorId, totp } = await enroll();
    const { mfa } = await signIn();
    const codes = [];
    for (let guess = 0; guess < 6; guess += 1) {
      const { error } = await mfa.challengeAndVerify({ factorId, code: `00000${guess}` });
      codes.push(error?.code);
    }
    expect(codes.at(-1)).toBe("over_request_rate_limit");
    const right = await mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret) });
    expect(right.error?.status).toBe(429);
  });

  test("accepts one answer for each challenge, of its own factor, within five minutes", async () => {
    const { factorId, totp } = await enroll();
    const { mfa } = await signIn();
    const challenge = async () => (await mfa.challenge({ factorId })).data?.id ?? "";
    const old = await challenge();
    await stack.sql`
      update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = ${old}`;
    const code = codeOf(totp.secret);
    expect((await mfa.verify({ factorId, challengeId: old, code })).error?.code).toBe(
      "mfa_challenge_expired",
    );
    const fresh = await challenge();
    expect((await mfa.verify({ factorId, challengeId: fresh, code })).error).toBeNull();
    const next = codeOf(totp.secret, 1);
    expect((await mfa.verify({ factorId, challengeId: fresh, code: next })).error?.status).toBe(
      422,
    );
  });

  test("can be removed, or joined by a second one, only in a session that has shown it", async () => {
    const { mfa: sure, client, factorId } = await enroll();
    const { mfa } = await signIn();
    expect((await mfa.unenroll({ factorId })).error?.code).toBe("insufficient_aal");
    expect((await mfa.enroll({ factorType: "totp", friendlyName: "Outro" })).error?.code).toBe(
      "insufficient_aal",
    );
    expect((await sure.unenroll({ factorId })).error).toBeNull();
    const refreshed = await client.auth.refreshSession();
    expect(levelOf(refreshed.data.session?.access_token)).toBe("aal1");
  });

  test("belongs to its account: other accounts can neither challenge nor remove it", async () => {
    const { factorId } = await enroll();
    const other = connect();
    await other.auth.signInWithPassword({
      email: "staff@payser.example",
      password: "senha-de-teste",
    });
    expect((await other.auth.mfa.challenge({ factorId })).error?.status).toBe(404);
    expect((await other.auth.mfa.unenroll({ factorId })).error?.status).toBe(404);
  });

  test("requires a session", async () => {
    const reply = await fetch(`${stack.url}/auth/v1/factors`, {
      method: "POST",
      headers: { apikey: stack.publishableKey, authorization: "Bearer forged" },
      body: JSON.stringify({ factor_type: "totp" }),
    });
    expect([401, 403]).toContain(reply.status);
  });
});
