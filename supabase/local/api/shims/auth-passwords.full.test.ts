// @module-tag full
// Password rules of a hosted auth server, tested against the local server.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callFunction } from "../../../tests/support/call-api.ts";
import { type TestStack, ownTestStack } from "../../../tests/support/test-stack.ts";

const password = "senha-de-teste";
const email = "staff@payser.example";

let stack: TestStack;
beforeAll(async () => {
  // The tests use a server of their own, because a server counts wrong passwords in memory. On a shared server, these
  // tests would lock out the tests of other files.
  stack = await ownTestStack();
}, 60_000);
afterAll(() => stack.close());
beforeEach(() => stack.sql`delete from public.login_attempts`);

async function grant(credentials: object, apikey = stack.secretKey) {
  const answer = await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey, "content-type": "application/json" },
    body: JSON.stringify(credentials),
  });
  const body: unknown = await answer.json();
  return { status: answer.status, body };
}
const wrong = () => grant({ email, password: "senha-errada" });

describe("a password sent straight to the auth server", () => {
  test("gets the same answer for known and unknown accounts", async () => {
    const known = await wrong();
    expect(known.status).toBe(400);
    expect(known.body).toMatchObject({ error_code: "invalid_credentials" });
    expect(await grant({ email: "ninguem@payser.example", password })).toEqual(known);
  });

  test("is limited by account: only twenty of many parallel guesses are checked, and the answer stays the same", async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, wrong));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const judged = await stack.sql`select from public.login_attempts`;
    expect(judged).toHaveLength(20);
    // Now the right password gets the same answer as the wrong ones.
    expect(await grant({ email, password })).toEqual(answers[0]);
  });

  test("is not limited when it is right", async () => {
    for (let round = 0; round < 25; round += 1) {
      expect((await grant({ email, password }, stack.publishableKey)).status).toBe(200);
    }
  });

  test("does not lock the account's sign-in gate, which lets each of its attempts through once", async () => {
    await Promise.all(Array.from({ length: 30 }, wrong));
    const open = { kind: "staff", subject: email, address_hash: "a".repeat(64) };
    expect((await grant({ email, password })).status).toBe(400);
    await callFunction(stack, stack.personas.service, "open_sign_in", open);
    expect((await grant({ email, password })).status).toBe(200);
    expect((await grant({ email, password })).status).toBe(400);
  });

  test("must wait, for every account, after sixty wrong passwords from one address", async () => {
    const guess = (n: number) =>
      grant({ email: `ninguem-${n}@payser.example`, password }, stack.publishableKey);
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(n)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    expect(await guess(60)).toMatchObject({
      status: 429,
      body: { error_code: "over_request_rate_limit" },
    });
  });
});
