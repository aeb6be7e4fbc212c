import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { callFunction } from "../support/call-api.ts";
import type { PersonaName } from "../support/personas.ts";
import { simulationRow } from "../support/sample-rows.ts";
import { testStack } from "../support/test-stack.ts";
import type { TestStack } from "../support/test-stack.ts";

const idsSchema = z.array(z.string());

let stack: TestStack;
let simulationId: string;
beforeAll(async () => {
  stack = await testStack();
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  // Deletes all earlier readings, because a reading that repeats within 15 minutes is not recorded.
  await stack.sql`alter table public.audit_trail disable trigger user`;
  await stack.sql`delete from public.audit_trail`;
  await stack.sql`alter table public.audit_trail enable trigger user`;
  await stack.sql`delete from public.simulations`;
  simulationId = await addSimulation();
});

async function addSimulation(): Promise<string> {
  const [row] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id`;
  return String(row?.["id"]);
}

const list = (who: PersonaName, args = {}) =>
  callFunction(stack, stack.personas[who], "list_simulations", args);

async function readings() {
  const rows = await stack.sql`
    select actor, details -> 'ids' as ids from public.audit_trail
    where action = 'read-simulations' order by id`;
  return rows.map((row) => ({ actor: String(row["actor"]), ids: idsSchema.parse(row["ids"]) }));
}

describe("a reading of simulations", () => {
  test("is recorded with reader and rows, without their content", async () => {
    await list("staff");
    expect(await readings()).toEqual([{ actor: stack.personas.staff.userId, ids: [simulationId] }]);
    const [row] = await stack.sql`select details::text from public.audit_trail`;
    expect(Object.values(row ?? {}).join()).not.toMatch(/maria|52998224725/i);
  });

  test("adds only new rows when it repeats within a quarter of an hour", async () => {
    await Promise.all(Array.from({ length: 8 }, () => list("staff")));
    expect(await readings()).toHaveLength(1);
    const added = await addSimulation();
    await list("staff");
    await list("staff", { search: "maria" });
    expect((await readings()).map(({ ids }) => ids)).toEqual([[simulationId], [added]]);
    await list("other staff");
    expect(await readings()).toHaveLength(3);
  });

  test("is refused to others, and a refusal is no reading", async () => {
    expect((await list("pending staff")).status).toBe(403);
    expect(await readings()).toEqual([]);
  });
});

test("only staff see who sent, saw and decided a simulation", async () => {
  await list("staff");
  await callFunction(stack, stack.personas["pending staff"], "decide_simulation", {
    simulation_id: simulationId,
    decision: "approved",
    known_version: 0,
  });
  await callFunction(stack, stack.personas["other staff"], "decide_simulation", {
    simulation_id: simulationId,
    decision: "approved",
    known_version: 0,
  });
  const history = (who: PersonaName) =>
    callFunction(stack, stack.personas[who], "simulation_history", { simulation_id: simulationId });
  expect((await history("staff")).json).toMatchObject([
    {
      action: "decide-simulation",
      outcome: "done",
      detail: "approved",
      who: "other.staff@payser.example",
    },
    { action: "decide-simulation", outcome: "denied", who: "pending.staff@payser.example" },
    { action: "read-simulations", who: "staff@payser.example" },
  ]);
  for (const who of ["visitor", "tenant", "pending staff"] as const) {
    expect([401, 403]).toContain((await history(who)).status);
  }
});
