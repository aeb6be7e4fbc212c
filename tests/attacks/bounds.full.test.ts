// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  filledMessage,
  filledPartnership,
  filledSimulation,
  someAddress,
} from "../functions/filled-forms.ts";
import { startTestStack, type TestStack } from "../functions/test-stack.ts";
import { functionCall, siteUrl } from "./function-call.ts";
import { createSender, type Sender } from "./probe.ts";
import { createTally, onEach } from "./tally.ts";

/**
 * Number of refusals that the audit trail keeps per action and hour for callers without a session (`private.limits`).
 */
const REFUSALS_KEPT = 20;

const tally = createTally();
let stack: TestStack;
let sender: Sender;

beforeAll(async () => {
  stack = await startTestStack({ siteUrl });
  sender = createSender(stack.url);
});
afterAll(async () => {
  tally.print();
  sender.close();
  await stack.stop();
});

const call = (name: string, body: unknown, from: string) =>
  functionCall(stack.publishableKey, name, body, from);

test("strangers who use a person's CPF and e-mail do not lock that person out", async () => {
  const { cpf } = filledSimulation();
  const { email } = filledSimulation();
  const strangers = Array.from({ length: 30 }, () => ({ ...filledSimulation(), cpf }));
  await onEach(strangers, async (body) => {
    await sender.send(call("send-simulation-email", body, someAddress()));
    tally.add("lockouts: simulation");
  });
  const own = filledSimulation({ cpf, email });
  const { status } = await sender.send(call("send-simulation-email", own, someAddress()));
  expect(status).toBe(200);
});

describe("strangers' input is bounded", () => {
  const rowsOf = async (table: string) => {
    const [row] = await stack.sql`select count(*)::integer as rows from ${stack.sql(table)}`;
    return Number(row?.["rows"]);
  };
  const mailsTo = async (recipient: string) => {
    const rows = await stack.sql`
      select from public.outgoing_mail where recipient = ${recipient}`;
    return rows.length;
  };

  test("the audit trail, whose rows cannot be deleted, grows by a bounded number", async () => {
    const before = await rowsOf("public.audit_trail");
    const calls = Array.from({ length: 600 }, (_call, index) => index);
    await onEach(calls, async (index) => {
      const name = index % 2 === 0 ? "send-approval-email" : "reject-simulation";
      const body = { simulationId: crypto.randomUUID(), version: 0, reason: "Motivo de teste" };
      await sender.send(call(name, body, someAddress()));
      tally.add("bounds: audit trail");
    });
    expect((await rowsOf("public.audit_trail")) - before).toBeLessThanOrEqual(2 * REFUSALS_KEPT);
  });

  test("mails to a person who asked for none stay bounded", async () => {
    const email = stack.accounts.contracts[0]?.email ?? "";
    const victim = `vitima-${crypto.randomUUID().slice(0, 8)}@exemplo.com.br`;
    const before = await mailsTo(email);
    const tries = Array.from({ length: 40 }, (_try, index) => index);
    await onEach(tries, async () => {
      const forms: [string, unknown][] = [
        ["recover-password", { email }],
        ["send-simulation-email", filledSimulation({ email: victim })],
        ["send-partnership-request", filledPartnership({ email: victim })],
        ["send-contact-message", filledMessage({ email: victim })],
      ];
      for (const [name, body] of forms) {
        await sender.send(call(name, body, someAddress()));
        tally.add("bounds: mails");
      }
    });
    expect((await mailsTo(email)) - before).toBeLessThanOrEqual(3);
    expect(await mailsTo(victim)).toBeLessThanOrEqual(10);
  });
});
