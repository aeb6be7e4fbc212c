import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { actAs, callAsConnected } from "../support/act-as.ts";
import { createStaff } from "../support/create-user.ts";
import { simulationRow } from "../support/sample-rows.ts";
import { type TestDatabase, testDatabase } from "../support/test-database.ts";

let database: TestDatabase;
let rita: string;
let joao: string;
let simulation_id: string;
beforeAll(async () => {
  database = await testDatabase();
  rita = await createStaff(database.sql, "rita@payser.example");
  joao = await createStaff(database.sql, "joao@payser.example");
  const [made] = await database.sql`
    insert into public.simulations ${database.sql(simulationRow())} returning id`;
  simulation_id = String(made?.["id"]);
}, 60_000);
afterAll(() => database.close());

const call = (userId: string, name: string, args: Record<string, unknown>) =>
  actAs(database.sql, { role: "authenticated", userId }, (sql) => callAsConnected(sql, name, args));
const workSchema = z.object({
  holder: z.string().nullable(),
  is_mine: z.boolean(),
  notes: z.array(z.object({ note: z.string(), who: z.string().nullable() })),
});
const work = async (userId: string) =>
  workSchema.parse(await call(userId, "case_work", { simulation_id }));

test("a case is taken, taken over and left, and each step is in its history", async () => {
  expect(await work(rita)).toEqual({ holder: null, is_mine: false, notes: [] });
  expect(await call(rita, "hold_case", { simulation_id, held: true })).toEqual({ changed: true });
  expect(await call(rita, "hold_case", { simulation_id, held: true })).toEqual({ changed: false });
  expect(await work(joao)).toMatchObject({ holder: "rita@payser.example", is_mine: false });
  // A member of staff cannot release a case that somebody else holds.
  expect(await call(joao, "hold_case", { simulation_id, held: false })).toEqual({ changed: false });
  expect(await call(joao, "hold_case", { simulation_id, held: true })).toEqual({ changed: true });
  expect(await work(joao)).toMatchObject({ holder: "joao@payser.example", is_mine: true });
  expect(await work(rita)).toMatchObject({ is_mine: false });
  expect(await call(joao, "hold_case", { simulation_id, held: false })).toEqual({ changed: true });
  const trail = await database.sql`
    select actor, details ->> 'status' as step from public.audit_trail
    where action = 'hold-case' and subject_id = ${simulation_id} order by id`;
  expect(trail.map(({ actor, step }) => [actor, step])).toEqual([
    [rita, "held"],
    [joao, "held"],
    [joao, "left"],
  ]);
});

test("a case is given to a colleague with a day to look again, and stands on that colleague's list", async () => {
  const day = todayInBrasilia(new Date(Date.now() + 3 * 86_400_000));
  const given = { simulation_id, held: true, holder: joao, look_again_on: day };
  expect(await call(rita, "hold_case", given)).toEqual({ changed: true });
  expect(await call(rita, "hold_case", given)).toEqual({ changed: false });
  const lines = z.object({
    rows: z.array(z.object({ id: z.string(), holder: z.string(), lookAgainOn: z.string() })),
    counts: z.record(z.string(), z.number()),
  });
  const listOf = async (who: string) =>
    lines.parse(await call(who, "queue_page", { view: "mine" }));
  const mine = await listOf(joao);
  expect(mine.rows).toEqual([
    { id: simulation_id, holder: "joao@payser.example", lookAgainOn: day },
  ]);
  expect(mine.counts["mine"]).toBe(1);
  expect((await listOf(rita)).rows).toEqual([]);
  const [entry] = await database.sql`
    select actor, details from public.audit_trail
    where action = 'hold-case' and subject_id = ${simulation_id} order by id desc limit 1`;
  expect(entry).toEqual({ actor: rita, details: { status: "assigned", holder: joao } });
  expect(await call(joao, "hold_case", { simulation_id, held: false })).toEqual({ changed: true });
});

test("the morning mail counts the holder's own cases from the day to look again on", async () => {
  const { sql } = database;
  await sql`update public.staff set wants_digest = true where user_id = ${joao}`;
  const look_again_on = todayInBrasilia(new Date(Date.now() + 30 * 86_400_000));
  await call(joao, "hold_case", { simulation_id, held: true, look_again_on });
  const digestOn = async (day: string) => {
    await sql`delete from public.outgoing_mail where template = 'staff-digest'`;
    await sql`select private.queue_digests(${`${day}T09:00-03:00`}::text::timestamptz)`;
    const [mail] = await sql`
      select payload -> 'waiting' -> 'requestsAgain' as again from public.outgoing_mail
      where template = 'staff-digest'`;
    return mail?.["again"] ?? null;
  };
  // Both days are Tuesdays, because no digest is sent at the weekend.
  expect(await digestOn("2026-11-24")).toBeNull();
  expect(await digestOn("2099-11-24")).toBe(1);
  await sql`update public.staff set wants_digest = false where user_id = ${joao}`;
  expect(await call(joao, "hold_case", { simulation_id, held: false })).toEqual({ changed: true });
});

test.each([
  ["somebody outside the team", { holder: crypto.randomUUID() }, "Escolha alguém da equipe"],
  ["a day that has passed", { look_again_on: "2020-01-01" }, "Escolha um dia de hoje"],
])("a case is not given to %s", async (_what, given, sentence) => {
  await expect(call(rita, "hold_case", { simulation_id, held: true, ...given })).rejects.toThrow(
    sentence,
  );
});

test("two people who take a case at once end with one of them at work", async () => {
  await Promise.all(
    [rita, joao, rita, joao].map((who) => call(who, "hold_case", { simulation_id, held: true })),
  );
  const [row] = await database.sql`select count(*)::integer as n from public.case_holders`;
  expect(row?.["n"]).toBe(1);
});

test("a note is stored once with its author, and the queue shows the case's holder", async () => {
  const version = async () => {
    const [row] = await database.sql`select private.queue_version() as version`;
    return String(row?.["version"]);
  };
  const before = await version();
  const note = { simulation_id, note_id: crypto.randomUUID(), note: " Ligou, manda amanhã " };
  expect(await call(rita, "add_case_note", note)).toEqual({ changed: true });
  expect(await call(rita, "add_case_note", note)).toEqual({ changed: false });
  expect((await work(joao)).notes).toEqual([
    { note: "Ligou, manda amanhã", who: "rita@payser.example" },
  ]);
  await call(rita, "hold_case", { simulation_id, held: true });
  await call(joao, "hold_case", { simulation_id, held: true });
  expect(await version()).not.toBe(before);
  const page = z
    .object({ rows: z.array(z.object({ holder: z.string().nullable() })) })
    .parse(await call(rita, "queue_page", {}));
  expect(page.rows).toEqual([{ holder: "joao@payser.example" }]);
  // The database deletes the notes about a request together with the request.
  await database.sql`delete from public.simulations where id = ${simulation_id}`;
  const [left] = await database.sql`select count(*)::integer as n from public.case_notes`;
  expect(left?.["n"]).toBe(0);
});

test("a note is refused for no case, for two cases or for an unknown one", async () => {
  for (const about of [
    {},
    { simulation_id: crypto.randomUUID() },
    { simulation_id: crypto.randomUUID(), contract_id: crypto.randomUUID() },
  ])
    for (const name of ["case_work", "hold_case", "add_case_note"])
      await expect(call(rita, name, about)).rejects.toMatchObject({ code: "PT404" });
});
