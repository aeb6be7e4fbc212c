import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { receiptSchema } from "#contracts/requests/tracking.ts";
import { filledSimulation, someAddress } from "./filled-forms.ts";
import { eventually, startTestStack, type TestStack } from "./test-stack.ts";

vi.setConfig({ testTimeout: 60_000 });

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
}, 60_000);
afterAll(() => stack?.stop(), 30_000);
beforeEach(() => stack.sql`delete from public.rate_limits`);

async function send(form = filledSimulation()) {
  const { body } = await stack.call("send-simulation-email", { body: form, from: someAddress() });
  return { form, receipt: receiptSchema.parse(Object(body).data) };
}

const track = (secret: unknown) =>
  stack.call("track-request", { body: { secret }, from: someAddress() });

/** Returns the secrets of the tracking links in the mails to an e-mail address, newest first. */
async function links(email: string): Promise<string[]> {
  const mails = await stack.inbox(email);
  return mails.flatMap(
    ({ text }) => /\/acompanhar#(?<secret>[\w-]{22})/.exec(text)?.groups?.["secret"] ?? [],
  );
}

describe("the link of a request", () => {
  it("is in the answer to the form and in its mail", async () => {
    const { form, receipt } = await send();
    expect(receipt.protocol).toMatch(/^PS-\d{4}-[0-9A-HJKMNP-TV-Z]{8}$/);
    expect((await track(receipt.trackingSecret)).body).toEqual({
      ok: true,
      data: {
        protocol: receipt.protocol,
        status: "pending",
        receivedAt: expect.any(String),
        answerDueAt: receipt.answerDueAt,
        canCorrect: true,
      },
    });
    await eventually(() => links(form.email)).toEqual([receipt.trackingSecret]);
    const [mail] = await stack.inbox(form.email);
    expect(mail?.text).toContain(receipt.protocol);
    expect(mail?.text).toContain(`${stack.siteUrl}/acompanhar#`);
    await eventually(
      async () => (await stack.inbox(stack.accounts.staff.email))[0]?.text,
    ).toContain(receipt.protocol);
  });

  it("is in the answer to a form that is sent again", async () => {
    const { form, receipt } = await send();
    expect((await send(form)).receipt).toEqual(receipt);
  });

  it("gives 404 for every wrong secret", async () => {
    const { receipt } = await send();
    const right = receipt.trackingSecret ?? "";
    for (const wrong of ["", "A".repeat(22), right.slice(1), right.toLowerCase(), `${right} `]) {
      if (wrong === right) continue;
      expect(await track(wrong)).toMatchObject({
        status: 404,
        body: { ok: false, error: { code: "not_found", message: expect.any(String) } },
      });
    }
    for (const odd of [null, 1, {}, "x".repeat(201)]) expect((await track(odd)).status).toBe(422);
  });
});

describe("a lost link", () => {
  const ask = (protocol: string, email: string) =>
    stack.call("request-tracking-link", { body: { protocol, email }, from: someAddress() });

  it("is replaced by mail, and the former link opens nothing any more", async () => {
    const { form, receipt } = await send();
    await eventually(() => links(form.email)).toHaveLength(1);
    const typed = receipt.protocol.toLowerCase().replaceAll("-", " ");
    expect((await ask(typed, form.email)).body).toEqual({ ok: true, data: {} });
    await eventually(() => links(form.email)).toHaveLength(2);
    const [secret] = await links(form.email);
    expect(secret).not.toBe(receipt.trackingSecret);
    expect((await track(secret)).status).toBe(200);
    expect((await track(receipt.trackingSecret)).status).toBe(404);
  });

  it("gets the same answer for unknown requests and for those of others", async () => {
    const { receipt } = await send();
    const unknown = await ask("PS-2026-00000011", "ninguem@exemplo.com.br");
    const other = await ask(receipt.protocol, "ninguem@exemplo.com.br");
    expect([unknown.status, unknown.body]).toEqual([200, { ok: true, data: {} }]);
    expect([other.status, other.body]).toEqual([unknown.status, unknown.body]);
    await stack.deliver();
    expect(await stack.inbox("ninguem@exemplo.com.br")).toEqual([]);
  });
});
