import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
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
