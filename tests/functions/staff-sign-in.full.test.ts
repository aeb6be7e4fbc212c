// @module-tag full
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sessionSchema } from "#contracts/accounts.ts";
import { someAddress } from "./filled-forms.ts";
import { startTestStack, type TestStack } from "./test-stack.ts";

vi.setConfig({ testTimeout: 120_000 });

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ slowPasswords: true });
}, 60_000);
afterAll(() => stack?.stop(), 30_000);
beforeEach(() => stack.sql`delete from public.login_attempts`);

const enter = (email: string, password: string, from = someAddress()) =>
  stack.call("sign-in-staff", { body: { email, password }, from });

const straight = (email: string, password: string) =>
  fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: stack.secretKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  }).then(async (answer) => ({ status: answer.status, body: await answer.text() }));

/**
 * Returns the probability that a value of `one` is greater than a value of `other`. Two similar samples give about 0.5.
 */
function tellApart(one: number[], other: number[]): number {
  const wins = one.flatMap((a) => other.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

describe("staff", () => {
  it("get a working session for any spelling of the address", async () => {
    const { email, password } = stack.accounts.staff;
    const answer = await enter(` ${email.toUpperCase()}`, password);
    expect(answer.status).toBe(200);
    const session = sessionSchema.parse(Object(answer.body).data);
    const asked = await fetch(`${stack.url}/rest/v1/rpc/is_active_staff`, {
      method: "POST",
      headers: { apikey: stack.publishableKey, authorization: `Bearer ${session.access_token}` },
    });
    expect(await asked.json()).toBe(true);
  });

  it("have ten of two hundred tries from one network, and learn how long to wait", async () => {
    const from = someAddress();
    const { email, password } = stack.accounts.staff;
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => enter(email, `chute-${index}`, from)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const waiting = answers.filter(({ status }) => status === 429);
    expect(waiting).toHaveLength(190);
    expect(Number(waiting[0]?.headers["retry-after"])).toBeGreaterThan(800);
    expect((await enter(email, password, from)).status).toBe(429);
    expect((await enter(email, password)).status).toBe(200);
  });

  it("accounts do not include those of contracts, whose addresses open nothing here", async () => {
    const [contract] = stack.accounts.contracts;
    const [row] = await stack.sql`
      select users.email from public.contracts join auth.users on users.id = contracts.user_id
      where contract_number = ${contract?.contractNumber ?? ""}`;
    expect((await enter(String(row?.["email"]), contract?.password ?? "")).status).toBe(401);
  });
});

// This test calls the auth server directly. tests/attacks/accounts.full.test.ts tests the edge function.
it("the auth server reveals the existence of an account neither by answers nor by times", async () => {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  const said = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    const pair = [
      ["known", stack.accounts.staff.email],
      ["unknown", `ninguem-${round}@payser.example`],
    ] as const;
    const tries = pair.map(async ([who, email]) => {
      const call = async () => {
        const { status, body } = await straight(email, "senha-errada");
        said.add(JSON.stringify({ status, body }));
      };
      times[who].push(await timed(call));
    });
    await Promise.all(tries);
  }
  expect([...said]).toHaveLength(1);
  const area = tellApart(times.known, times.unknown);
  expect(area).toBeGreaterThan(0.2);
  expect(area).toBeLessThan(0.8);
});
