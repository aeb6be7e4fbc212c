import { describe, expect, it } from "vitest";
import { mailExample } from "../_shared/mail/render-mail.tsx";
import { seedContent } from "../_shared/content/seed-content.ts";
import { unavailable } from "../_shared/http/request-failure.ts";
import type { Mail } from "../_shared/mail/smtp-mailer.ts";
import { partsForTests, post, publishableKey, secretKey } from "../_shared/parts-for-tests.ts";
import type { Parts } from "../_shared/parts.ts";
import { createHandler, mostMails } from "./handler.ts";

const mailId = (last: number) => `6f1e2d3c-4b5a-4c6d-8e7f-00112233445${last}`;
const received = (last: number) => ({
  id: mailId(last),
  template: "simulation-received",
  recipient: "ana@exemplo.com.br",
  attempts: 1,
  request_id: "call-of-ana",
  ...mailExample("simulation-received"),
});

type Queue = {
  batches: unknown[][];
  send?: (mail: Mail, spent: number) => Promise<void>;
  recordSent?: () => unknown;
  schedule?: () => unknown;
  changes?: Partial<Parts>;
};

async function deliver({ batches, send, recordSent, schedule, changes }: Queue) {
  const sent: Mail[] = [];
  let closed = 0;
  const fake = partsForTests(
    {
      run_schedule: schedule ?? (() => []),
      claim_outgoing_mail: () => batches.shift() ?? [],
      record_mail_sent: recordSent ?? (() => null),
      record_mail_failed: () => null,
      tracking_secret: () => "AAAAAAAAAAAAAAAAAAAAAA",
      account_link_secret: ({ mail_id }) => `secret-of-${String(mail_id)}`,
    },
    {
      openMailer: () => ({
        async send(mail, spent) {
          await send?.(mail, spent);
          sent.push(mail);
        },
        close: () => void closed++,
      }),
      ...changes,
    },
  );
  const response = await createHandler(fake.parts)(post({}, { apikey: secretKey }));
  const recorded = fake.calls.filter(([name]) => name.startsWith("record_mail"));
  return { ...fake, response, sent, recorded, closed: () => closed };
}

describe("delivering mail", () => {
  it("refuses visitors", async () => {
    const { parts, calls } = partsForTests();
    const response = await createHandler(parts)(post({}, { apikey: publishableKey }));
    expect(response.status).toBe(401);
    expect(calls).toEqual([]);
  });

  it("sends and records until no mail is due, then closes the connection", async () => {
    const { response, sent, recorded, closed } = await deliver({
      batches: [[received(1), received(2)], [received(3)]],
    });
    expect(await response.json()).toEqual({ ok: true, data: { sent: 3, failed: 0 } });
    expect(sent.map(({ id, to }) => [id, to])).toEqual(
      [1, 2, 3].map((last) => [mailId(last), "ana@exemplo.com.br"]),
    );
    expect(recorded).toEqual(
      [1, 2, 3].map((last) => ["record_mail_sent", { mail_id: mailId(last) }]),
    );
    expect(closed()).toBe(1);
  });

  it("counts a delivery from before its claim", async () => {
    let clock = 1_000;
    const spents: number[] = [];
    await deliver({
      batches: [[received(1)]],
      send: async (_mail, spent) => void spents.push(spent),
      changes: {
        now: () => clock,
        readContent: async () => {
          clock += 700;
          return seedContent;
        },
      },
    });
    expect(spents).toEqual([700]);
  });

  it("sends notices without a recipient to the staff inbox", async () => {
    const { sent } = await deliver({
      batches: [[{ ...received(1), template: "simulation-notice", recipient: null }]],
    });
    expect(sent[0]?.to).toBe("equipe@payser.example");
  });

  it("creates the link of a mail only while sending", async () => {
    const { sent } = await deliver({
      batches: [
        [{ ...received(1), template: "password-recovery", ...mailExample("password-recovery") }],
      ],
    });
    expect(sent[0]?.text).toContain(`/area-cliente/nova-senha#token_hash=secret-of-${mailId(1)}`);
  });

  it("records a failure by its code and goes on with the others", async () => {
    const { response, recorded, logged } = await deliver({
      batches: [[received(1), received(2)]],
      async send({ id }) {
        if (id === mailId(1)) {
          throw Object.assign(new Error("ana@exemplo.com.br refused"), {
            code: "EENVELOPE",
            command: "RCPT TO",
            responseCode: 550,
            response: "550 ana@exemplo.com.br refused",
          });
        }
      },
    });
    expect(await response.json()).toMatchObject({ data: { sent: 1, failed: 1 } });
    expect(recorded).toContainEqual([
      "record_mail_failed",
      { mail_id: mailId(1), error: "ERECIPIENT 550", attempt: 1, is_final: true },
    ]);
    expect(recorded).toContainEqual(["record_mail_sent", { mail_id: mailId(2) }]);
    expect(JSON.stringify(logged)).not.toContain("ana@");
  });

  it.each([
    ["an unknown template", { ...received(1), template: "from-a-newer-version" }],
    ["a payload that does not fit", { ...received(1), subject: null }],
  ])("fails only the mail with %s", async (_what, mail) => {
    const { recorded, sent } = await deliver({ batches: [[mail, received(2)]] });
    expect(recorded).toContainEqual([
      "record_mail_failed",
      { mail_id: mailId(1), error: "PAYLOAD", attempt: 1, is_final: false },
    ]);
    expect(sent.map(({ id }) => id)).toEqual([mailId(2)]);
  });

  it("tries three times to record a sent mail", async () => {
    const { recorded, logged, response } = await deliver({
      batches: [[received(1)]],
      recordSent: () => {
        throw unavailable("test");
      },
    });
    expect(recorded).toHaveLength(3);
    expect(response.status).toBe(200);
    expect(logged).toContainEqual({
      function: "deliver-mail",
      mail: mailId(1),
      event: "not-recorded",
    });
  });

  it("runs the schedule first, and sends also when that fails", async () => {
    const { calls, sent, logged } = await deliver({
      batches: [[received(1)]],
      schedule: () => {
        throw unavailable("test");
      },
    });
    expect(calls[0]?.[0]).toBe("run_schedule");
    expect(sent).toHaveLength(1);
    expect(logged).toContainEqual({ function: "deliver-mail", event: "schedule-failed" });
  });

  it("sends as many mails as its processor time allows, and calls itself for the others", async () => {
    const batches = Array.from({ length: 20 }, () => [1, 2, 3, 4, 5].map(received));
    const { sent, kicks } = await deliver({ batches });
    expect(sent).toHaveLength(mostMails);
    expect(batches).toHaveLength(20 - mostMails / 5);
    expect(kicks()).toBe(1);
    expect((await deliver({ batches: [[received(1)]] })).kicks()).toBe(0);
  });

  it("starts the document worker only when documents are due", async () => {
    const idle = await deliver({ batches: [], schedule: () => ["deliver-mail"] });
    expect(idle.documentKicks()).toBe(0);
    const due = await deliver({ batches: [], schedule: () => ["issue-documents"] });
    expect(due.documentKicks()).toBe(1);
  });

  it("stops before the platform stops it", async () => {
    let clock = 0;
    const { sent } = await deliver({
      batches: Array.from({ length: 9 }, () => [received(1)]),
      changes: { now: () => (clock += 10_000) },
    });
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThan(9);
  });
});
