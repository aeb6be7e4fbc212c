import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callFunction } from "../support/call-api.ts";
import { testStack } from "../support/test-stack.ts";
import type { TestStack } from "../support/test-stack.ts";
import { z } from "zod";

const gateSchema = z.object({
  attempt_id: z.string().nullable(),
  auth_email: z.string().nullable(),
  failures: z.number(),
  wait_seconds: z.number(),
});

let stack: TestStack;
let contractNumber: string;
beforeAll(async () => {
  stack = await testStack();
  const [row] = await stack.sql`
    select contract_number from public.contracts where id = ${stack.personas.tenant.contractId}`;
  contractNumber = String(row?.["contract_number"]);
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.sql`delete from public.login_attempts`;
  await stack.sql`delete from public.rate_limits`;
  await stack.sql`delete from public.outgoing_mail`;
});

test("the gate finds the account of a number in any spelling, and none for another number", async () => {
  const known = await open(` ${contractNumber.toLowerCase()} `);
  expect(known).toMatchObject({ auth_email: "um@contratos.payser.invalid", failures: 0 });
  expect(await open("PF-2026-0000000000")).toMatchObject({ auth_email: null, wait_seconds: 0 });
});

test("the gate finds only staff accounts by e-mail", async () => {
  const staff = (subject: string) => open(subject, address(0), { kind: "staff" });
  expect(await staff(" Staff@payser.example")).toMatchObject({
    auth_email: "staff@payser.example",
  });
  expect(await staff("um@contratos.payser.invalid")).toMatchObject({ auth_email: null });
  expect(await staff("ninguem@payser.example")).toMatchObject({ auth_email: null });
});

/** Number of concurrent callers. With more callers, some would wait too long for a database connection. */
const atOnce = 60;

test.each([
  {
    what: "number from one network",
    calls: 20,
    most: 10,
    guess: () => open(contractNumber),
  },
  {
    what: "number, each from another network",
    calls: 180,
    most: 100,
    guess: (n: number) => open(contractNumber, address(n)),
  },
  {
    what: "network, each for another number",
    calls: 120,
    most: 100,
    guess: (n: number) => open(`PF-2026-${String(n).padStart(10, "0")}`),
  },
])(
  "the gate tries $most of $calls parallel guesses at one $what",
  async ({ calls, most, guess }) => {
    const answers: Awaited<ReturnType<typeof guess>>[] = [];
    while (answers.length < calls) {
      const first = answers.length;
      const length = Math.min(atOnce, calls - first);
      answers.push(...(await Promise.all(Array.from({ length }, (_, n) => guess(first + n)))));
    }
    const refused = answers.filter(({ attempt_id }) => attempt_id === null);
    expect(refused).toHaveLength(calls - most);
    for (const { wait_seconds, auth_email } of refused) {
      expect(auth_email).toBeNull();
      expect(wait_seconds).toBeGreaterThan(800);
      expect(wait_seconds).toBeLessThanOrEqual(900);
    }
  },
);

/**
 * Sends guesses at the contract number in sequence, each guess from another network. The test above covers concurrent
 * guesses.
 */
async function strangersGuess() {
  const { attempt_id } = await open(contractNumber, address(900));
  await stack.sql`
    insert into public.login_attempts (kind, subject_hash, address_hash, user_id)
    select kind, subject_hash, lpad(n::text, 64, '1'), user_id
    from public.login_attempts, generate_series(1, 99) as n where id = ${attempt_id}`;
  expect(await open(contractNumber, address(901))).toMatchObject({ attempt_id: null });
}

test("a number has a thousand tries a day in any distribution", async () => {
  const { attempt_id } = await open(contractNumber);
  await stack.sql`
    insert into public.login_attempts (kind, subject_hash, address_hash, created_at)
    select kind, subject_hash, lpad(n::text, 64, '1'), now() - n * interval '80 seconds'
    from public.login_attempts, generate_series(1, 999) as n where id = ${attempt_id}`;
  const refused = await open(contractNumber, address(7));
  expect(refused.attempt_id).toBeNull();
  expect(refused.wait_seconds).toBeGreaterThan(900);
});

test("a barred caller waits for the oldest counted failure, not for the newest", async () => {
  for (let guess = 0; guess < 10; guess += 1) await open(contractNumber, address(1));
  await stack.sql`
    update public.login_attempts set created_at = created_at - interval '14 minutes'
    where id = (select id from public.login_attempts order by created_at limit 1)`;
  const { wait_seconds } = await open(contractNumber, address(1));
  expect(wait_seconds).toBeGreaterThan(30);
  expect(wait_seconds).toBeLessThanOrEqual(60);
});

test("a stranger's guesses lock nobody else out", async () => {
  for (let guess = 0; guess < 12; guess += 1) await open(contractNumber, address(1));
  expect(await open(contractNumber, address(1))).toMatchObject({ attempt_id: null });
  expect(await open(contractNumber, address(2))).toMatchObject({ wait_seconds: 0, failures: 0 });
});

test("a known device is not locked by strangers, and has ten tries of its own", async () => {
  const signedIn = await open(contractNumber);
  await confirm(signedIn.attempt_id, device(1));
  await strangersGuess();
  const from = (device_hash: string) => open(contractNumber, address(0), { device_hash });
  expect(await from(device(2))).toMatchObject({ attempt_id: null });
  const answers = await Promise.all(Array.from({ length: 20 }, () => from(device(1))));
  expect(answers.filter(({ attempt_id }) => attempt_id !== null)).toHaveLength(10);
});

test("a device is known for its own account alone", async () => {
  await confirm((await open(contractNumber)).attempt_id, device(1));
  const other = "PF-2026-0000000000";
  for (let guess = 0; guess < 10; guess += 1) await open(other);
  expect(await open(other, address(0), { device_hash: device(1) })).toMatchObject({
    attempt_id: null,
  });
});

test("a new password clears the failures and all known devices but its own", async () => {
  await confirm((await open(contractNumber)).attempt_id, device(1));
  await strangersGuess();
  const { userId } = stack.personas.tenant;
  await callFunction(stack, stack.personas.service, "record_password_changed", {
    user_id: userId,
    device_hash: device(2),
  });
  expect(await open(contractNumber, address(500))).toMatchObject({ wait_seconds: 0 });
  await strangersGuess();
  const from = (device_hash: string) => open(contractNumber, address(0), { device_hash });
  expect(await from(device(1))).toMatchObject({ attempt_id: null });
  expect((await from(device(2))).attempt_id).not.toBeNull();
});

test("a right password does not count, and old failures expire", async () => {
  for (let attempt = 0; attempt < 15; attempt += 1) {
    await confirm((await open(contractNumber)).attempt_id);
  }
  expect(await open(contractNumber)).toMatchObject({ failures: 0 });
  for (let attempt = 0; attempt < 9; attempt += 1) await open(contractNumber);
  expect(await open(contractNumber)).toMatchObject({ attempt_id: null, failures: 10 });
  await stack.sql`update public.login_attempts set created_at = created_at - interval '15 minutes'`;
  expect(await open(contractNumber)).toMatchObject({ failures: 0, wait_seconds: 0 });
});

test("a withdrawn attempt does not count, and a successful one stays recorded", async () => {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const { attempt_id } = await open(contractNumber);
    await callFunction(stack, stack.personas.service, "withdraw_sign_in", { attempt_id });
  }
  const { attempt_id, failures } = await open(contractNumber);
  expect(failures).toBe(0);
  await confirm(attempt_id);
  await callFunction(stack, stack.personas.service, "withdraw_sign_in", { attempt_id });
  expect(await stack.sql`select from public.login_attempts`).toHaveLength(1);
});

test("the attempts hold neither number nor address in clear", async () => {
  await open(contractNumber);
  const [row] = await stack.sql`select row::text as text from public.login_attempts as row`;
  expect(row?.["text"]).not.toContain(contractNumber);
});

test("recovery queues one mail per contract and reveals nothing", async () => {
  const known = await recover("ANA@exemplo.com.br ");
  const unknown = await recover("ninguem@exemplo.com.br");
  expect(known).toEqual(unknown);
  const mails = await stack.sql`select template, recipient, payload from public.outgoing_mail`;
  expect([...mails]).toEqual([
    {
      template: "password-recovery",
      recipient: "ana@exemplo.com.br",
      payload: {},
    },
  ]);
  const [claimed] = await stack.sql`select subject from public.claim_outgoing_mail()`;
  expect(claimed?.["subject"]).toMatchObject({ contract_number: contractNumber });
});

test("repeated recoveries get the same answer and three mails an hour", async () => {
  for (const email of ["ana@exemplo.com.br", "ninguem@exemplo.com.br"]) {
    const answers = [];
    for (let call = 0; call < 5; call += 1)
      answers.push((await recover(email, address(call))).status);
    expect(new Set(answers)).toEqual(new Set([204]));
  }
  const mails = await stack.sql`select from public.outgoing_mail`;
  expect(mails).toHaveLength(3);
});

type Extra = { kind?: string; device_hash?: string };

async function open(subject: string, from = address(0), extra: Extra = {}) {
  const answer = await callFunction(stack, stack.personas.service, "open_sign_in", {
    kind: "contract",
    subject,
    address_hash: from,
    ...extra,
  });
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return gateSchema.parse(answer.json);
}

function confirm(attempt_id: string | null, device_hash: string | null = null) {
  const args = { attempt_id, device_hash };
  return callFunction(stack, stack.personas.service, "confirm_sign_in", args);
}

const device = (number: number) => String(number).padStart(64, "d");

function recover(email: string, from = address(0)) {
  const args = { email, address_hash: from };
  return callFunction(stack, stack.personas.service, "request_password_recovery", args);
}

function address(number: number) {
  return String(number).padStart(64, "0");
}
