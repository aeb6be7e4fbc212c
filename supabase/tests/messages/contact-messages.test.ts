import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { linkSamples } from "#contracts/link-samples-for-tests.ts";
import { callFunction } from "../support/call-api.ts";
import { contactMessage } from "../support/sample-rows.ts";
import { testStack } from "../support/test-stack.ts";
import type { TestStack } from "../support/test-stack.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await testStack();
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.sql`delete from public.contact_messages`;
  await stack.sql`delete from public.outgoing_mail`;
  await stack.sql`delete from public.rate_limits`;
});

test("a contact message is stored with two mails, and empty fields become null", async () => {
  const answer = await contact(contactMessage({ phone: " ", product: "" }));
  expect(answer).toMatchObject({ status: 200, json: { created: true } });
  const [row] = await stack.sql`
    select status, phone, product, answered_at from public.contact_messages`;
  expect(row).toEqual({ status: "new", phone: null, product: null, answered_at: null });
  const mails = await stack.sql`
    select template, recipient from public.outgoing_mail order by template`;
  expect([...mails]).toEqual([
    { template: "contact-notice", recipient: null },
    { template: "contact-received", recipient: "beatriz@exemplo.com.br" },
  ]);
});

test.each(linkSamples)(
  "%s is refused in a name and a subject, and accepted in a message",
  async (text) => {
    for (const field of ["name", "subject"]) {
      const answer = await contact(contactMessage({ [field]: `Ana ${text}` }));
      expect([field, answer.status]).toEqual([field, 422]);
    }
    expect((await contact(contactMessage({ message: text }))).status).toBe(200);
  },
);

test("extra fields of a contact message are not stored", async () => {
  const written = { id: crypto.randomUUID(), status: "answered", answeredAt: "2026-01-01" };
  expect(await contact(contactMessage(written))).toMatchObject({ status: 200 });
  const [row] = await stack.sql`select id, status, answered_at from public.contact_messages`;
  expect(row).toMatchObject({ status: "new", answered_at: null });
  expect(row?.["id"]).not.toBe(written.id);
});

test("staff read contact messages in pages, newest first, and each reading is recorded", async () => {
  for (const name of ["Primeira", "Segunda", "Terceira"]) await contact(contactMessage({ name }));
  await stack.sql`
    update public.contact_messages set status = 'answered', answered_at = now()
    where name = 'Segunda'`;
  const read = (args: Record<string, unknown>) =>
    callFunction(stack, stack.personas.staff, "list_contact_messages", args);
  const schema = z.array(z.object({ id: z.string(), name: z.string(), created_at: z.string() }));
  const [newest, ...others] = schema.parse((await read({ page_size: 1 })).json);
  expect([newest?.name, others]).toEqual(["Terceira", []]);
  const before = { before_created_at: newest?.created_at, before_id: newest?.id };
  const rest = schema.parse((await read(before)).json);
  expect(rest.map(({ name }) => name)).toEqual(["Segunda", "Primeira"]);
  const fresh = schema.parse((await read({ status: "new" })).json);
  expect(fresh.map(({ name }) => name)).toEqual(["Terceira", "Primeira"]);
  const trail = await stack.sql`
    select details from public.audit_trail
    where action = 'read-contact-messages' and actor = ${stack.personas.staff.userId}`;
  const ids = z
    .array(z.object({ details: z.object({ ids: z.array(z.string()) }) }))
    .parse([...trail]);
  // The audit trail has one reading per message, although the list was read several times.
  expect(ids.flatMap(({ details }) => details.ids).toSorted()).toEqual(
    [newest, ...rest].map((row) => row?.id).toSorted(),
  );
});

test("a message is answered once and may be reopened, by name and on record", async () => {
  const { json } = await contact(contactMessage());
  const message_id = z.object({ id: z.string() }).parse(json).id;
  const ask = (name: string, args: Record<string, unknown>) =>
    callFunction(stack, stack.personas.staff, name, { message_id, ...args });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ask("set_message_answered", { answered: true })),
  );
  const changed = answers.filter(({ json: moved }) => JSON.stringify(moved).includes("true"));
  expect(changed).toHaveLength(1);
  const answered = await ask("contact_message", {});
  expect(answered.json).toMatchObject({
    status: "answered",
    answered_by: "staff@payser.example",
    history: [{ action: "read-contact-messages" }, { action: "answer-contact-message" }],
  });
  expect(answered.json).not.toHaveProperty("submission_id");
  expect((await ask("set_message_answered", { answered: false })).json).toEqual({
    changed: true,
    status: "new",
  });
  expect((await ask("contact_message", {})).json).toMatchObject({
    status: "new",
    answered_at: null,
    answered_by: null,
  });
});

function contact(request: unknown) {
  const args = { request, address_hash: "a".repeat(64) };
  return callFunction(stack, stack.personas.service, "submit_contact_message", args);
}
