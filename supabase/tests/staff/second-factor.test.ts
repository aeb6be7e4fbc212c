import { createClient } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { testStack } from "../support/test-stack.ts";
import type { TestStack } from "../support/test-stack.ts";

const account = { email: "other.staff@payser.example", password: "senha-de-teste" };
const codesSchema = z.array(z.string());

let stack: TestStack;
let userId: string;
beforeAll(async () => {
  stack = await testStack();
  userId = stack.personas["other staff"].userId ?? "";
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.sql`delete from auth.mfa_factors where user_id = ${userId}`;
  await stack.sql`delete from private.staff_recovery_codes`;
  await stack.sql`delete from public.rate_limits`;
  await stack.sql`update private.staff_settings set require_second_factor = false`;
});

async function signIn() {
  const client = createClient(stack.url, stack.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { error } = await client.auth.signInWithPassword(account);
  if (error) throw error;
  return client;
}
type Client = Awaited<ReturnType<typeof signIn>>;

/** Enrols an authenticator in the session of a client; returns the id of the factor and a function that makes codes. */
async function enroll({ auth: { mfa } }: Client) {
  const { data, error } = await mfa.enroll({ factorType: "totp", friendlyName: "Aplicativo" });
  if (error) throw error;
  const codeOf = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate({
      timestamp: Date.now() + steps * 30_000,
    });
  const proof = await mfa.challengeAndVerify({ factorId: data.id, code: codeOf(-1) });
  if (proof.error) throw proof.error;
  return { factorId: data.id, code: () => codeOf(0) };
}

/** Returns the HTTP statuses of three calls: list simulations, list the team, change the team. */
async function opens(client: Client) {
  const unknown = crypto.randomUUID();
  const replies = await Promise.all([
    client.rpc("list_simulations"),
    client.rpc("list_staff"),
    client.rpc("set_staff_status", { user_id: unknown, status: "active" }),
  ]);
  return replies.map(({ status }) => status);
}
const everything = [200, 200, 404];
/** Statuses of a member without second factor, who may work but may not change accounts. */
const work = [200, 200, 403];
const nothing = [403, 403, 403];

async function mine(client: Client) {
  const { data } = await client.rpc("my_staff_account");
  const rows: unknown = data;
  return rows;
}

describe("a second factor", () => {
  test("is required of every session after the enrolment, and of none before", async () => {
    const first = await signIn();
    expect(await opens(first)).toEqual(work);
    const { factorId, code } = await enroll(first);
    expect(await opens(first)).toEqual(everything);

    const second = await signIn();
    expect(await opens(second)).toEqual(nothing);
    expect(await mine(second)).toMatchObject([{ status: "active", second_factor: "code" }]);
    await second.auth.mfa.challengeAndVerify({ factorId, code: code() });
    expect(await opens(second)).toEqual(everything);
    await second.auth.refreshSession();
    expect(await opens(second)).toEqual(everything);
  });

  test("is not required when its enrolment was never completed", async () => {
    const client = await signIn();
    await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Aplicativo" });
    expect(await opens(await signIn())).toEqual(work);
  });

  test("is required of everybody by one setting, and sessions without one can only enrol", async () => {
    await stack.sql`update private.staff_settings set require_second_factor = true`;
    const client = await signIn();
    expect(await opens(client)).toEqual(nothing);
    expect(await mine(client)).toMatchObject([{ second_factor: "enroll" }]);
    const { factorId } = await enroll(client);
    expect(await opens(client)).toEqual(everything);
    // When the factor is removed, the access ends at once, even for a token that is still valid.
    await client.auth.mfa.unenroll({ factorId });
    expect(await opens(client)).toEqual(nothing);
  });
});

describe("recovery codes", () => {
  test("are ten, stored as hashes, for a session that has shown its factor", async () => {
    const client = await signIn();
    expect((await client.rpc("create_recovery_codes")).status).toBe(403);
    await enroll(client);
    const codes = codesSchema.parse((await client.rpc("create_recovery_codes")).data);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/);
    const stored = await stack.sql`select code_hash from private.staff_recovery_codes`;
    expect(stored).toHaveLength(10);
    expect(JSON.stringify(stored)).not.toContain(codes[0]?.slice(0, 4));
    expect((await (await signIn()).rpc("create_recovery_codes")).status).toBe(403);
  });

  test("replace a lost app once each, and the use is recorded", async () => {
    const owner = await signIn();
    await enroll(owner);
    const [first = "", second = ""] = codesSchema.parse(
      (await owner.rpc("create_recovery_codes")).data,
    );
    const lost = await signIn();
    const typed = first.toLowerCase().replaceAll("-", " ");
    expect((await lost.rpc("redeem_recovery_code", { code: typed })).data).toEqual({
      redeemed: true,
    });
    expect(await opens(lost)).toEqual(work);
    expect(await mine(lost)).toMatchObject([{ has_second_factor: false, recovery_codes_left: 9 }]);

    await enroll(lost);
    const again = await signIn();
    expect((await again.rpc("redeem_recovery_code", { code: first })).data).toEqual({
      redeemed: false,
    });
    expect(await opens(again)).toEqual(nothing);
    expect((await again.rpc("redeem_recovery_code", { code: second })).data).toEqual({
      redeemed: true,
    });
    const trail = await stack.sql`
      select action, outcome from public.audit_trail
      where actor = ${userId} and action = 'redeem-recovery-code' order by id`;
    expect(trail.map((row) => row["outcome"])).toEqual(["done", "denied", "done"]);
  });

  test("cannot be guessed: after five tries the right one is refused too", async () => {
    const owner = await signIn();
    await enroll(owner);
    const [right = ""] = codesSchema.parse((await owner.rpc("create_recovery_codes")).data);
    const thief = await signIn();
    for (let guess = 0; guess < 5; guess += 1) {
      const code = `AAAA-BBBB-CCCC-DDD${guess + 2}`;
      expect((await thief.rpc("redeem_recovery_code", { code })).data).toEqual({ redeemed: false });
    }
    expect((await thief.rpc("redeem_recovery_code", { code: right })).status).toBe(429);
    expect(await opens(thief)).toEqual(nothing);
  });
});
