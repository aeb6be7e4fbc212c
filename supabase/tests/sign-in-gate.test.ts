import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callFunction } from "./support/call-api.ts";
import { testStack } from "./support/test-stack.ts";
import type { TestStack } from "./support/test-stack.ts";
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

test("the gate names the account of a number, however it is typed, and none for another", async () => {
  const known = await open(` ${contractNumber.toLowerCase()} `);
  expect(known).toMatchObject({ auth_email: "um@contratos.payser.invalid", failures: 0 });
  expect(await open("PF-2026-0000000000")).toMatchObject({ auth_email: null, wait_seconds: 0 });
});

test.each([
  { what: "number, each from another address", number: () => contractNumber, one: false },
  {
    what: "address, each for another number",
    number: (n: number) => `PF-2026-000000000${n % 10}${n}`,
    one: true,
  },
])("20 parallel guesses at one $what: ten are tried, ten are refused", async ({ number, one }) => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => open(number(n), one ? address(0) : address(n))),
  );
  const tried = answers.filter(({ attempt_id }) => attempt_id !== null);
  expect(tried.map(({ failures }) => failures).toSorted((a, b) => a - b)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
  const refused = answers.filter(({ attempt_id }) => attempt_id === null);
  expect(refused).toHaveLength(10);
  for (const { wait_seconds, auth_email } of refused) {
    expect(auth_email).toBeNull();
    expect(wait_seconds).toBeGreaterThan(890);
    expect(wait_seconds).toBeLessThanOrEqual(900);
  }
});

test("a right password does not count, and old failures expire", async () => {
  for (let attempt = 0; attempt < 15; attempt += 1) {
    const { attempt_id } = await open(contractNumber);
    await callFunction(stack, stack.personas.service, "confirm_contract_sign_in", { attempt_id });
  }
  expect(await open(contractNumber)).toMatchObject({ failures: 0 });
  for (let attempt = 0; attempt < 9; attempt += 1) await open(contractNumber);
  expect(await open(contractNumber)).toMatchObject({ attempt_id: null, failures: 10 });
  await stack.sql`update public.login_attempts set created_at = created_at - interval '15 minutes'`;
  expect(await open(contractNumber)).toMatchObject({ failures: 0, wait_seconds: 0 });
});

test("an attempt that was taken back does not count; one that succeeded stays on record", async () => {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const { attempt_id } = await open(contractNumber);
    await callFunction(stack, stack.personas.service, "withdraw_contract_sign_in", { attempt_id });
  }
  const { attempt_id, failures } = await open(contractNumber);
  expect(failures).toBe(0);
  await callFunction(stack, stack.personas.service, "confirm_contract_sign_in", { attempt_id });
  await callFunction(stack, stack.personas.service, "withdraw_contract_sign_in", { attempt_id });
  expect(await stack.sql`select from public.login_attempts`).toHaveLength(1);
});

test("the attempts keep neither number nor address in clear", async () => {
  await open(contractNumber);
  const [row] = await stack.sql`select row::text as text from public.login_attempts as row`;
  expect(row?.["text"]).not.toContain(contractNumber);
});

test("recovery queues one mail per contract and says nothing either way", async () => {
  const known = await recover("ANA@exemplo.com.br ");
  const unknown = await recover("ninguem@exemplo.com.br");
  expect(known).toEqual(unknown);
  const mails = await stack.sql`select template, recipient, payload from public.outgoing_mail`;
  expect([...mails]).toEqual([
    {
      template: "password-recovery",
      recipient: "ana@exemplo.com.br",
      payload: {
        tenantName: "Ana Beatriz Ribeiro",
        contractNumber,
        authEmail: "um@contratos.payser.invalid",
      },
    },
  ]);
});

test("asking again and again answers alike and mails three times an hour", async () => {
  for (const email of ["ana@exemplo.com.br", "ninguem@exemplo.com.br"]) {
    const answers = [];
    for (let call = 0; call < 5; call += 1)
      answers.push((await recover(email, address(call))).status);
    expect(new Set(answers)).toEqual(new Set([204]));
  }
  const mails = await stack.sql`select from public.outgoing_mail`;
  expect(mails).toHaveLength(3);
});

async function open(number: string, from = address(0)) {
  const answer = await callFunction(stack, stack.personas.service, "open_contract_sign_in", {
    contract_number: number,
    address_hash: from,
  });
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return gateSchema.parse(answer.json);
}

function recover(email: string, from = address(0)) {
  const args = { email, address_hash: from };
  return callFunction(stack, stack.personas.service, "request_password_recovery", args);
}

function address(number: number) {
  return String(number).padStart(64, "0");
}
