import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { callFunction } from "../support/call-api.ts";
import { partnerRow, partnershipRequest } from "../support/sample-rows.ts";
import { testStack } from "../support/test-stack.ts";
import type { TestStack } from "../support/test-stack.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await testStack();
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.sql`delete from public.partners`;
  await stack.sql`delete from public.partnership_requests`;
  await stack.sql`delete from public.rate_limits`;
});

test("a request gets a promised date by the rules of that moment and keeps it", async () => {
  const request = partnershipRequest();
  await submit(request, 12);
  // The form is sent again after an editor changed the promised response time from 12 to 72 hours.
  await submit(request, 72);
  const [row] = await stack.sql`
    select status, due_at - created_at = interval '12 hours' as is_promised
    from public.partnership_requests`;
  expect(row).toEqual({ status: "new", is_promised: true });
});

test("new requests are listed by the oldest promise in pages, all requests newest first", async () => {
  for (const [companyName, hours] of [
    ["Um", 30],
    ["Dois", 10],
    ["Três", 20],
  ] as const) {
    await submit(partnershipRequest({ companyName }), hours);
  }
  const [first, second, ...others] = await list({ status: "new", page_size: 2 });
  expect([first?.company_name, second?.company_name, others]).toEqual(["Dois", "Três", []]);
  const after = { after_moment: second?.due_at, after_id: second?.id };
  const names = async (args: Record<string, unknown>) =>
    (await list(args)).map((row) => row.company_name);
  expect(await names({ status: "new", ...after })).toEqual(["Um"]);
  expect(await names({})).toEqual(["Três", "Dois", "Um"]);
  expect(await names({ status: "accepted" })).toEqual([]);
});

test("each step is taken once, by the first caller, and is recorded", async () => {
  const id = await submitted();
  const steps = await Promise.all(
    Array.from({ length: 8 }, () => move(id, { status: "contacted" })),
  );
  expect(steps.filter(({ changed }) => changed)).toHaveLength(1);
  const decisions = await Promise.all([
    move(id, { status: "accepted" }),
    move(id, { status: "declined", reason: "Fora da região" }),
  ]);
  expect(decisions.filter(({ changed }) => changed)).toHaveLength(1);
  const trail = await stack.sql`
    select details ->> 'status' as status from public.audit_trail
    where subject_id = ${id} and outcome = 'done' order by id`;
  expect(trail.map((row) => row["status"])).toEqual([
    "contacted",
    decisions.find(({ changed }) => changed)?.status,
  ]);
});

test("declining needs a reason, and contacting again takes it back", async () => {
  const id = await submitted();
  const refused = await call("set_partnership_status", { request_id: id, status: "declined" });
  expect(refused.status).toBe(400);
  await move(id, { status: "declined", reason: " Fora da região " });
  expect(await detail(id)).toMatchObject({ status: "declined", decline_reason: "Fora da região" });
  expect(await move(id, { status: "contacted" })).toEqual({ changed: true, status: "contacted" });
  expect(await detail(id)).toMatchObject({ decided_at: null, decline_reason: null });
});

test("a note is stored once with its author and does not change", async () => {
  const id = await submitted();
  const note = { request_id: id, note_id: crypto.randomUUID(), note: "Ligou e quer proposta" };
  await call("add_partnership_note", note);
  await call("add_partnership_note", { ...note, note: "Outra coisa" });
  expect(await detail(id)).toMatchObject({
    notes: [{ note: "Ligou e quer proposta", who: "staff@payser.example" }],
  });
  const blank = await call("add_partnership_note", {
    ...note,
    note_id: crypto.randomUUID(),
    note: " ",
  });
  expect(blank.status).toBe(400);
});

test("each reading of a request is recorded once and shows in its history", async () => {
  const id = await submitted();
  await list({});
  const read = z
    .object({ history: z.array(z.object({ action: z.string(), who: z.string() })) })
    .parse(await detail(id));
  expect(read.history.map(({ action }) => action)).toEqual(["read-partnership-requests"]);
  // Only the browser that sent the form may know the submission id.
  expect(read).not.toHaveProperty("submission_id");
});

test("the counts include waiting and late requests", async () => {
  const id = await submitted();
  await submitted();
  await stack.sql`
    update public.partnership_requests
    set created_at = now() - interval '3 days', due_at = now() - interval '1 hour'
    where id = ${id}`;
  const [row] = await stack.sql`select private.partnership_counts() as counts`;
  expect(row?.["counts"]).toEqual({ partnershipsNew: 2, partnershipsLate: 1 });
});

test("an accepted applicant is a partner, apart from the request, until the partnership ends", async () => {
  const id = await submitted();
  await move(id, { status: "accepted" });
  const [made, ...others] = await partners();
  expect([made?.request_id, made?.ended_at, others]).toEqual([id, null, []]);
  // Undoing the acceptance deletes the partner, because the acceptance was a mistake.
  await move(id, { status: "contacted" });
  expect(await partners()).toEqual([]);
  await move(id, { status: "accepted" });
  const [partner] = await partners();
  const end = () => call("end_partnership", { partner_id: partner?.id });
  const answers = await Promise.all([end(), end()]);
  expect(answers.filter(({ json }) => movedOnce.parse(json).changed)).toHaveLength(1);
  await stack.sql`delete from public.partnership_requests`;
  expect(await partners()).toMatchObject([{ request_id: null, ended_at: expect.any(String) }]);
});

test("partners are listed in pages, lasting ones first, and each reading is recorded", async () => {
  for (const [company_name, ended_at] of [
    ["Beta", null],
    ["Alfa", new Date()],
    ["Gama", null],
  ] as const)
    await stack.sql`
      insert into public.partners
      ${stack.sql(partnerRow({ company_name, ended_at, accepted_at: new Date(0) }))}`;
  const [first, second] = await partners({ page_size: 2 });
  const rest = await partners({ after_id: second?.id });
  expect([first, second, ...rest].map((row) => row?.company_name)).toEqual([
    "Beta",
    "Gama",
    "Alfa",
  ]);
  const [read] = await stack.sql`
    select jsonb_array_length(details -> 'ids') as n from public.audit_trail
    where action = 'read-partners' order by id desc limit 1`;
  expect(Number(read?.["n"])).toBe(1);
  expect((await call("end_partnership", { partner_id: crypto.randomUUID() })).status).toBe(404);
});

test("an unknown request is not found", async () => {
  const args = { request_id: crypto.randomUUID() };
  expect((await call("partnership_request", args)).status).toBe(404);
  expect((await call("set_partnership_status", { ...args, status: "accepted" })).status).toBe(404);
});

const rowsSchema = z.array(
  z.object({ id: z.string(), company_name: z.string(), due_at: z.string() }),
);
const movedSchema = z.object({ changed: z.boolean(), status: z.string() });

const movedOnce = z.object({ changed: z.boolean() });
const partnersSchema = z.array(
  z.object({
    id: z.string(),
    request_id: z.nullable(z.string()),
    company_name: z.string(),
    ended_at: z.nullable(z.string()),
  }),
);

async function partners(args: Record<string, unknown> = {}) {
  return partnersSchema.parse((await call("list_partners", args)).json);
}

function call(name: string, args: Record<string, unknown>) {
  return callFunction(stack, stack.personas.staff, name, args);
}

async function list(args: Record<string, unknown>) {
  return rowsSchema.parse((await call("list_partnership_requests", args)).json);
}

async function move(request_id: string, args: Record<string, unknown>) {
  return movedSchema.parse((await call("set_partnership_status", { request_id, ...args })).json);
}

async function detail(request_id: string) {
  return (await call("partnership_request", { request_id })).json;
}

function submit(request: Record<string, unknown>, contact_hours = 48) {
  const args = { request, address_hash: "a".repeat(64), contact_hours };
  return callFunction(stack, stack.personas.service, "submit_partnership_request", args);
}

async function submitted() {
  const { json } = await submit(partnershipRequest());
  return z.object({ id: z.string() }).parse(json).id;
}
