// @module-tag full
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { filledSimulation, someAddress } from "./filled-forms.ts";
import { eventually, startTestStack, type TestStack } from "./test-stack.ts";
import { startFunctions } from "../../supabase/local/functions/start-functions.ts";
import { findFreePort } from "../../supabase/local/process/ports.ts";
import { databaseOutage } from "../../supabase/tests/support/database-outage.ts";
import { mayPrint } from "../support/runner/printed-problems.ts";

vi.setConfig({ testTimeout: 60_000 });

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({});
}, 60_000);
afterAll(() => stack?.stop(), 30_000);

const submit = (body: ReturnType<typeof filledSimulation>) =>
  stack.call("send-simulation-email", { body, from: someAddress() });

const mailsOf = (email: string) => stack.sql`
  select mail.id, mail.status, mail.attempts, mail.last_error, mail.template
  from public.outgoing_mail as mail join public.simulations as s on s.id = mail.simulation_id
  where s.email = ${email} order by mail.template`;

const statusesOf = async (email: string) => (await mailsOf(email)).map(({ status }) => status);

/** Waits until the first delivery attempt has failed for both mails about a simulation. */
const bothFailed = (email: string) =>
  eventually(async () =>
    (await mailsOf(email)).map(({ status, last_error }) => [status, last_error]),
  ).toEqual(Array.from({ length: 2 }, () => ["queued", expect.stringMatching(/^E[A-Z]+$/)]));

/** Makes all queued mails due at once, so that a test need not wait for the next attempt. */
const makeDue = () => stack.sql`
  update public.outgoing_mail set next_attempt_at = now() where status = 'queued'`;

/** Replaces the mail server of the stack by a server with these options. */
async function replaceMailServer(options: ConstructorParameters<typeof SMTPServer>[0]) {
  await stack.smtp.stop();
  const server = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS"], ...options });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => void server.listen(stack.smtp.port, "127.0.0.1", resolve));
  return async () => {
    await new Promise<void>((resolve) => server.close(() => resolve()));
    await stack.smtp.start();
  };
}

it("seventy mails go in several requests, once each", async () => {
  const to = `muitos-${crypto.randomUUID().slice(0, 8)}@exemplo.com.br`;
  await stack.sql`
    insert into public.outgoing_mail (template, recipient, idempotency_key, simulation_id)
    select 'simulation-received', ${to}, ${to} || n, (select id from public.simulations limit 1)
    from generate_series(1, 70) as n`;
  expect((await stack.deliver()).body).toEqual({ ok: true, data: { sent: 30, failed: 0 } });
  await eventually(async () => (await stack.inbox(to)).length).toBe(70);
  const ids = (await stack.inbox(to)).map(({ headers }) => headers["message-id"]);
  expect(new Set(ids).size).toBe(70);
});

it("functions with a bad environment log one line each and answer 503", async () => {
  const lines: string[] = [];
  const port = await findFreePort();
  const functions = await startFunctions({
    port,
    directory: new URL("../../supabase/functions/", import.meta.url),
    environment: { SITE_URL: "x" },
    log: new PassThrough().resume(),
    onProblem: (line) => lines.push(line),
    report: (line) => lines.push(line),
  });
  const answer = await fetch(`http://127.0.0.1:${port}/functions/v1/deliver-mail`, {
    method: "POST",
  });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ ok: false, error: { code: "unavailable" } });
  await functions.stop();
  const events = lines.map((line): unknown => JSON.parse(line));
  expect(events.length).toBeGreaterThan(20);
  for (const event of events) {
    expect(event).toMatchObject({
      time: expect.any(String),
      level: "error",
      event: "bad-environment",
      reason: expect.stringMatching(/SITE_URL[^]*SMTP_URL/),
    });
  }
});

describe("an outage of the mail server", () => {
  it("does not stop a visitor's simulation, and the mails arrive afterwards", async () => {
    const form = filledSimulation();
    await stack.smtp.stop();
    expect((await submit(form)).status).toBe(200);
    await bothFailed(form.email);

    await stack.smtp.start();
    await makeDue();
    await stack.deliver();
    await eventually(() => statusesOf(form.email)).toEqual(["sent", "sent"]);
    expect(await stack.inbox(form.email)).toHaveLength(1);
  });

  it("parks a mail after eight attempts, and staff send it again", async () => {
    const form = filledSimulation();
    await stack.smtp.stop();
    await submit(form);
    await eventually(async () => {
      await makeDue();
      await stack.deliver();
      return (await mailsOf(form.email)).map(({ status, attempts }) => [status, attempts]);
    }).toEqual(Array.from({ length: 2 }, () => ["parked", 8]));
    await stack.smtp.start();

    const { email, password } = stack.accounts.staff;
    const { access_token } = await stack.signIn(email, password);
    const rpc = async (name: string, body: object): Promise<unknown> => {
      const answered = await fetch(`${stack.url}/rest/v1/rpc/${name}`, {
        method: "POST",
        headers: {
          apikey: stack.publishableKey,
          authorization: `Bearer ${access_token}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(body),
      });
      return answered.json();
    };
    const parked = z.array(z.object({ id: z.uuid() })).parse(await rpc("list_parked_mail", {}));
    expect(parked).toHaveLength(2);
    for (const { id } of parked)
      expect(await rpc("resend_mail", { mail_id: id })).toEqual({ changed: true });
    await stack.deliver();
    await eventually(() => statusesOf(form.email)).toEqual(["sent", "sent"]);
    expect(await stack.inbox(form.email)).toHaveLength(1);
  });
});

describe("the mail server", () => {
  it("does not delay a visitor when it is slow", async () => {
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    const restore = await replaceMailServer({
      onData: (stream, _session, done) => {
        stream.resume();
        void gate.then(() => done());
      },
    });
    const form = filledSimulation();
    expect((await submit(form)).status).toBe(200);
    await eventually(() => statusesOf(form.email)).toEqual(["sending", "sending"]);
    release();
    await eventually(() => statusesOf(form.email)).toEqual(["sent", "sent"]);
    await restore();
  });

  it("parks a mail at once when it refuses the address, and the others go", async () => {
    const restore = await replaceMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(
          address === stack.accounts.staff.email
            ? null
            : Object.assign(new Error(`<${address}> unknown`), { responseCode: 550 }),
        ),
    });
    const form = filledSimulation();
    await submit(form);
    await eventually(() => statusesOf(form.email)).toEqual(["sent", "parked"]);
    const refused = (await mailsOf(form.email)).find(({ status }) => status === "parked");
    expect(refused).toMatchObject({ attempts: 1, last_error: "ERECIPIENT 550" });
    await restore();
  });
});

describe("two delivery workers", () => {
  it("never send the same mail twice", async () => {
    await stack.smtp.stop();
    const forms = Array.from({ length: 10 }, () => filledSimulation());
    await Promise.all(forms.map(submit));
    for (const { email } of forms) await bothFailed(email);
    await stack.smtp.start();
    await makeDue();
    await Promise.all(Array.from({ length: 8 }, () => stack.deliver()));
    for (const { email } of forms) {
      await eventually(async () => (await stack.inbox(email)).length).toBe(1);
    }
  });

  it("repeat a dead worker's unrecorded mail under the same Message-ID", async () => {
    const form = filledSimulation();
    await submit(form);
    await eventually(() => statusesOf(form.email)).toEqual(["sent", "sent"]);
    const mails = await mailsOf(form.email);
    const { id } = mails.find(({ template }) => template === "simulation-received") ?? {};
    await stack.sql`
      update public.outgoing_mail
      set status = 'sending', sent_at = null, leased_until = now() - interval '1 second'
      where id = ${String(id)}`;
    await stack.deliver();
    await eventually(() => statusesOf(form.email)).toEqual(["sent", "sent"]);
    const copies = await stack.inbox(form.email);
    expect(copies.map(({ headers }) => headers["message-id"])).toEqual([
      `<${id}@payser.example>`,
      `<${id}@payser.example>`,
    ]);
  });
});

describe("an outage of the database", () => {
  it("tells a visitor to try again, and the same form is stored afterwards", async () => {
    mayPrint(...databaseOutage);
    const form = filledSimulation();
    await stack.database.stop();
    const refused = await submit(form);
    expect(refused).toMatchObject({
      status: 503,
      body: {
        ok: false,
        error: {
          code: "unavailable",
          message: "Serviço temporariamente indisponível. Tente novamente em instantes.",
        },
      },
    });
    expect(refused.headers["access-control-allow-origin"]).toBe(stack.siteUrl);
    await stack.database.start();
    await eventually(async () => (await submit(form)).status).toBe(200);
    expect((await submit(form)).status).toBe(200);
    const rows = await stack.sql`select from public.simulations where email = ${form.email}`;
    expect(rows).toHaveLength(1);
  });
});

describe("the logs", () => {
  it("contain no personal data after any failure", async () => {
    const form = filledSimulation();
    await submit(form);
    await submit(filledSimulation({ cpf: `${form.cpf}9` }));
    const logs = await Promise.all(
      ["functions.log", "api.log"].map((name) =>
        readFile(join(stack.dataDirectory, "logs", name), "utf8"),
      ),
    );
    expect(logs.join("\n")).toContain('"code":"invalid_fields"');
    expect(logs.join("\n")).not.toMatch(/@exemplo\.com|\b\d{11}\b|Ana Maria|Av\. Brasil|127\.\d/);
  });
});
