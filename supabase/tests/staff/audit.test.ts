import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { callFunction } from "../support/call-api.ts";
import { type Persona, openStaff } from "../support/personas.ts";
import { simulationRow } from "../support/sample-rows.ts";
import { testStack } from "../support/test-stack.ts";
import type { TestStack } from "../support/test-stack.ts";

const rowsSchema = z.array(
  z.object({
    id: z.number(),
    occurred_at: z.string(),
    action: z.string(),
    outcome: z.string(),
    who: z.nullable(z.string()),
    rows: z.number(),
    cases: z.array(z.object({ kind: z.string(), id: z.string(), number: z.nullable(z.string()) })),
  }),
);

let stack: TestStack;
let analyst: Pick<Persona, "userId" | "headers">;
beforeAll(async () => {
  stack = await testStack();
  analyst = await openStaff(stack, stack.sql, {
    email: "analista@payser.example",
    rights: ["read", "requests"],
  });
}, 60_000);
afterAll(() => stack.close());

let request: { id: string; protocol: string };
beforeEach(async () => {
  await stack.sql`alter table public.audit_trail disable trigger user`;
  await stack.sql`delete from public.audit_trail`;
  await stack.sql`alter table public.audit_trail enable trigger user`;
  await stack.sql`delete from public.simulations`;
  const [row] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id, protocol`;
  request = z.object({ id: z.string(), protocol: z.string() }).parse(row);
});

async function audit(filter = {}) {
  const { status, json } = await callFunction(stack, stack.personas.staff, "list_audit", filter);
  expect(status).toBe(200);
  return rowsSchema.parse(json);
}
const actionsOf = (rows: z.output<typeof rowsSchema>) => rows.map(({ action }) => action);

test("the trail shows who looked at which case, and the reading of the trail itself", async () => {
  await callFunction(stack, analyst, "list_simulations");
  const [reading, seen] = await audit();
  expect(reading).toMatchObject({ action: "read-audit", outcome: "done", rows: 0 });
  expect(seen).toMatchObject({
    action: "read-simulations",
    who: "analista@payser.example",
    rows: 1,
    cases: [{ kind: "request", id: request.id, number: request.protocol }],
  });
  expect(JSON.stringify(await audit())).not.toMatch(/maria|52998224725/i);
  expect(actionsOf(await audit({ action: "read-audit" }))).toHaveLength(2);
});

test("a refused call is found by its outcome, its person and its case", async () => {
  await callFunction(stack, analyst, "retry_documents", { contract_id: request.id });
  const [denied, ...others] = await audit({ outcome: "denied", person: analyst.userId });
  expect(others).toEqual([]);
  expect(denied).toMatchObject({
    action: "retry-documents",
    cases: [{ number: request.protocol }],
  });
  expect(await audit({ outcome: "denied", person: stack.personas.staff.userId })).toEqual([]);
});

test("a case is found by its protocol as people type it, with readings and actions", async () => {
  await callFunction(stack, analyst, "list_simulations");
  await callFunction(stack, analyst, "add_case_note", {
    simulation_id: request.id,
    note_id: crypto.randomUUID(),
    note: "Liguei",
  });
  for (const typed of [request.protocol, request.protocol.toLowerCase().replaceAll("-", " ")]) {
    expect(actionsOf(await audit({ typed_case: typed }))).toEqual([
      "note-case",
      "read-simulations",
    ]);
  }
  expect(await audit({ typed_case: "PS-2026-00000000" })).toEqual([]);
});

test("days are days in Brasília, and pages go on after the last row", async () => {
  await stack.sql`
    insert into public.audit_trail (occurred_at, action, outcome)
    select '2026-03-01 02:59:00+00', 'sign-in', 'done' from generate_series(1, 3)`;
  expect(await audit({ from_day: "2026-03-01", to_day: "2026-03-01" })).toEqual([]);
  const february = { from_day: "2026-02-28", to_day: "2026-02-28", page_size: 2 };
  const first = await audit(february);
  expect(first).toHaveLength(2);
  const last = first.at(-1);
  const next = { ...february, before_at: last?.occurred_at, before_id: last?.id };
  const second = await audit(next);
  expect(second).toHaveLength(1);
  expect(first.map(({ id }) => id)).not.toContain(second[0]?.id);
});

test("the trail is closed to members without the right owner, whose attempt is recorded", async () => {
  for (const name of ["list_audit", "export_audit"]) {
    const { status, json } = await callFunction(stack, analyst, name);
    expect(status).toBe(403);
    expect(json).toMatchObject({ code: "PT403" });
  }
  expect(actionsOf(await audit({ outcome: "denied" }))).toEqual(["export-audit", "read-audit"]);
});

test("each filter of a reading is recorded once in a quarter of an hour, each export always", async () => {
  await audit();
  await audit();
  await audit({ action: "sign-in" });
  await callFunction(stack, stack.personas.staff, "export_audit");
  await callFunction(stack, stack.personas.staff, "export_audit");
  const actions = actionsOf(await audit());
  expect(actions.filter((action) => action === "read-audit")).toHaveLength(2);
  expect(actions.filter((action) => action === "export-audit")).toHaveLength(2);
});
