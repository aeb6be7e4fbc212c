import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { filledSimulation, someAddress } from "./filled-forms.ts";
import { eventually, startTestStack, type TestStack } from "./test-stack.ts";

vi.setConfig({ testTimeout: 60_000 });

let stack: TestStack;
let staffToken = "";
beforeAll(async () => {
  stack = await startTestStack();
  const { email, password } = stack.accounts.staff;
  staffToken = (await stack.signIn(email, password)).access_token;
}, 60_000);
afterAll(() => stack?.stop(), 30_000);

const asStaff = () => ({ authorization: `Bearer ${staffToken}` });

async function submitted() {
  const body = filledSimulation();
  await stack.call("send-simulation-email", { body, from: someAddress() });
  const [row] = await stack.sql`select id from public.simulations where email = ${body.email}`;
  return { email: body.email, simulationId: z.object({ id: z.uuid() }).parse(row).id };
}

async function statusOf(simulationId: string) {
  const [row] = await stack.sql`select status from public.simulations where id = ${simulationId}`;
  return row?.["status"];
}

const subjects = async (to: string) => (await stack.inbox(to)).map(({ subject }) => subject);
const approved = "Sua simulação de fiança foi aprovada";
const rejected = "Resultado da sua simulação de fiança";

describe("a staff decision", () => {
  it("approves once and mails once when many people click at the same time", async () => {
    const { email, simulationId } = await submitted();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        stack.call("send-approval-email", {
          body: { simulationId, version: 0 },
          headers: asStaff(),
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const changed = answers.filter(({ body }) => JSON.stringify(body).includes('"changed":true'));
    expect(changed).toHaveLength(1);
    expect(await statusOf(simulationId)).toBe("approved");
    await eventually(() => subjects(email)).toContain(approved);
    await stack.deliver();
    expect((await subjects(email)).filter((subject) => subject === approved)).toHaveLength(1);
    const audited = await stack.sql`
      select from public.audit_trail where subject_id = ${simulationId} and outcome = 'done'`;
    expect(audited).toHaveLength(1);
  });

  it("waits for a second person when the rent takes a large share of the income", async () => {
    const { email, simulationId } = await submitted();
    await stack.sql`
      update public.simulations set rental_value = monthly_income / 2 where id = ${simulationId}`;
    // The call of the specification (section 7) names only the simulation.
    const approve = (token: string) =>
      stack.call("send-approval-email", {
        body: { simulationId },
        headers: { authorization: `Bearer ${token}` },
      });
    const waits = { changed: true, status: "pending", why: "second" };
    expect((await approve(staffToken)).body).toEqual({ ok: true, data: waits });
    expect((await approve(staffToken)).body).toEqual({
      ok: true,
      data: { ...waits, changed: false },
    });
    await stack.deliver();
    expect(await subjects(email)).not.toContain(approved);
    expect(await statusOf(simulationId)).toBe("pending");
    const [other] = stack.accounts.members;
    const analyst = other?.email ?? expect.fail("no member");
    const { access_token } = await stack.signIn(analyst, stack.accounts.staff.password);
    expect((await approve(access_token)).body).toEqual({
      ok: true,
      data: { changed: true, status: "approved" },
    });
    await eventually(() => subjects(email)).toContain(approved);
  });

  it("rejects with the reason that the applicant then reads", async () => {
    const { email, simulationId } = await submitted();
    const reason = "A renda informada não comporta o valor do aluguel.";
    const answer = await stack.call("reject-simulation", {
      body: { simulationId, version: 0, reason },
      headers: asStaff(),
    });
    expect(answer.body).toEqual({ ok: true, data: { changed: true, status: "rejected" } });
    await eventually(() => subjects(email)).toContain(rejected);
    const mail = (await stack.inbox(email)).find(({ subject }) => subject === rejected);
    expect(mail?.text).toContain(reason);
  });

  it("stays when another person decides differently later", async () => {
    const { simulationId } = await submitted();
    const reason = "Documentos ilegíveis.";
    await stack.call("reject-simulation", {
      body: { simulationId, version: 0, reason },
      headers: asStaff(),
    });
    const answer = await stack.call("send-approval-email", {
      body: { simulationId, version: 0 },
      headers: asStaff(),
    });
    expect(answer.body).toEqual({ ok: true, data: { changed: false, status: "rejected" } });
    expect(await statusOf(simulationId)).toBe("rejected");
  });

  it("ends as exactly one when approval and rejection race", async () => {
    const { email, simulationId } = await submitted();
    const calls = Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0
        ? stack.call("send-approval-email", {
            body: { simulationId, version: 0 },
            headers: asStaff(),
          })
        : stack.call("reject-simulation", {
            body: { simulationId, version: 0, reason: "Renda insuficiente." },
            headers: asStaff(),
          }),
    );
    const answers = await Promise.all(calls);
    const changed = answers.filter(({ body }) => JSON.stringify(body).includes('"changed":true'));
    expect(changed).toHaveLength(1);
    await stack.deliver();
    await eventually(async () =>
      (await subjects(email)).filter((subject) => [approved, rejected].includes(subject)),
    ).toHaveLength(1);
  });

  it("needs an existing simulation", async () => {
    const answer = await stack.call("send-approval-email", {
      body: { simulationId: crypto.randomUUID(), version: 0 },
      headers: asStaff(),
    });
    expect(answer).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
  });

  it("is refused from a disabled member of staff", async () => {
    const { simulationId } = await submitted();
    const { email } = stack.accounts.staff;
    await stack.sql`update public.staff set status = 'disabled' where email = ${email}`;
    const answer = await stack.call("send-approval-email", {
      body: { simulationId, version: 0 },
      headers: asStaff(),
    });
    await stack.sql`update public.staff set status = 'active' where email = ${email}`;
    expect(answer).toMatchObject({ status: 403, body: { error: { code: "forbidden" } } });
    expect(await statusOf(simulationId)).toBe("pending");
  });
});
