import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { actAs, callAsService } from "../support/act-as.ts";
import { createStaff } from "../support/create-user.ts";
import { explainNested } from "../support/explain-nested.ts";
import { documentRow, offerRow, simulationRow } from "../support/sample-rows.ts";
import { seedManySimulations } from "../support/seed-many-simulations.ts";
import { testDatabase } from "../support/test-database.ts";
import type { TestDatabase } from "../support/test-database.ts";

const pageSchema = z.object({
  rows: z.array(z.record(z.string(), z.unknown())),
  counts: z.record(z.string(), z.number()).nullable(),
  undoSeconds: z.number(),
});

/** Number of requests, a third in each status. With fewer rows, the planner would read the whole table. */
const MANY = 2_400;

let database: TestDatabase;
let userId: string;
beforeAll(async () => {
  database = await testDatabase();
  userId = await createStaff(database.sql, "equipe@payser.example");
  await database.sql`update private.staff_settings set undo_seconds = 10`;
  // Every third request is pending.
  await seedManySimulations(database.sql, MANY);
  await database.sql`
    insert into public.asked_documents (simulation_id, kind)
    select id, 'identity' from public.simulations where status = 'pending'
    order by answer_due_at limit 30`;
  // Decisions are 100 days old. The list of requests that wait for an offer leaves out decisions older than 90 days.
  await database.sql`
    update public.simulations set reviewed_at = reviewed_at - interval '100 days'
    where reviewed_at is not null`;
  await database.sql`vacuum analyze public.simulations, public.asked_documents`;
}, 300_000);
afterAll(() => database.close());

describe("a page of the queue", () => {
  test("opens with pending requests by the oldest promise, and counts each view", async () => {
    const { rows, counts, undoSeconds } = await page({});
    expect(rows).toHaveLength(50);
    expect(counts).toEqual({
      decide: MANY / 3 - 30,
      documents: 30,
      approved: MANY / 3,
      rejected: MANY / 3,
      all: MANY,
      mine: 0,
      second: 0,
      arrived: 0,
      silent: 0,
      corrected: 0,
      unoffered: 0,
      answered: 0,
      offers: 0,
    });
    expect(undoSeconds).toBe(10);
    const due = rows.map(({ answerDueAt }) => String(answerDueAt));
    expect(due).toEqual(due.toSorted());
    expect(
      rows.every(({ status, documentsAsked }) => status === "pending" && !documentsAsked),
    ).toBe(true);
  });

  test("holds no more of a request than a line shows", async () => {
    const [row] = (await page({ page_size: 1 })).rows;
    expect(
      Object.keys(row ?? {})
        .toSorted()
        .join(" "),
    ).toBe(
      "answerDueAt city createdAt documentsAsked documentsSent firstApproval fullName hasQuestion " +
        "holder id isCorrected lookAgainOn offerStatus protocol rentalValue repeatedCpf state status",
    );
    // A request without an offer has no offer status.
    expect(row?.["offerStatus"]).toBe(null);
  });

  test("is followed by the next without gap or repetition, in every view", async () => {
    for (const view of ["decide", "documents", "approved", "all"]) {
      const at = view === "decide" || view === "documents" ? "answerDueAt" : "createdAt";
      const seen: Record<string, unknown>[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        const last = seen.at(-1);
        const after = last ? { after_at: String(last[at]), after_id: String(last["id"]) } : {};
        seen.push(...(await page({ view, page_size: 10, ...after })).rows);
      }
      expect(new Set(seen.map(({ id }) => id)).size, view).toBe(30);
      const times = seen.map((row) => String(row[at]));
      expect(times, view).toEqual(
        at === "answerDueAt" ? times.toSorted() : times.toSorted().toReversed(),
      );
    }
  });

  test("covers all views in a search", async () => {
    const { rows } = await page({ view: "documents", search: "pessoa1242@exemplo.com.br" });
    expect(rows).toHaveLength(1);
    expect((await page({ search: "%" })).rows).toEqual([]);
  });

  test("records whose data it showed", async () => {
    const { rows } = await page({ search: "pessoa777@exemplo.com.br" });
    expect(rows).toHaveLength(1);
    const [noted] = await database.sql`
      select details -> 'ids' as ids from public.audit_trail
      where action = 'read-simulations' order by id desc limit 1`;
    expect(noted?.["ids"]).toEqual(rows.map(({ id }) => id));
  });
});

test("counts follow additions, decisions and deletions, before and after they are summed", async () => {
  const read = async () => (await page({ page_size: 1 })).counts;
  const before = await read();
  const added = await database.sql`
    insert into public.simulations ${database.sql([simulationRow(), simulationRow()])} returning id`;
  const ids = added.map(({ id }) => String(id));
  const more = { ...before, decide: MANY / 3 - 28, all: MANY + 2 };
  expect(await read()).toEqual(more);
  await callAsService(database.sql, "run_schedule", {});
  expect(await read()).toEqual(more);
  const approval = { decision: "approved", known_version: 0 };
  await call("decide_simulation", { simulation_id: ids[0] ?? "", ...approval });
  expect(await read()).toEqual({
    ...more,
    decide: MANY / 3 - 29,
    approved: MANY / 3 + 1,
    unoffered: 1,
  });
  await database.sql`delete from public.simulations where id in ${database.sql(ids)}`;
  expect(await read()).toEqual(before);
  await callAsService(database.sql, "run_schedule", {});
  expect(await read()).toEqual(before);
  const [kept] = await database.sql`select count(*)::integer as n from private.simulation_counts`;
  expect(kept?.["n"]).toBe(3);
});

test("requests that wait for others have a view and a count of their own", async () => {
  const { sql } = database;
  const add = async (status: string, reviewed?: string) => {
    const row = simulationRow({ status, reviewed_at: reviewed ? new Date() : null });
    const [made] = await sql`insert into public.simulations ${sql(row)} returning id`;
    const id = String(made?.["id"]);
    if (reviewed) {
      await sql`
        update public.simulations set reviewed_at = now() - ${reviewed}::interval where id = ${id}`;
    }
    return id;
  };
  const before = (await page({ page_size: 1 })).counts;
  const documents = async (id: string, status: string, age: string) => {
    const { file_count, file_bytes, sent_at } = documentRow(id);
    const file = status === "sent" ? { file_count, file_bytes, sent_at } : {};
    await sql`
      insert into public.asked_documents ${sql({ simulation_id: id, kind: "income", status, ...file })}`;
    await sql`
      update public.asked_documents set asked_at = now() - ${age}::interval
      where simulation_id = ${id}`;
  };
  const offer = async (id: string, status: string, left: string) => {
    const row = offerRow(id, status === "open" ? {} : { status, closed_at: new Date() });
    await sql`insert into public.offers ${sql(row)}`;
    await sql`
      update public.offers set created_at = now() - interval '9 days', valid_until = now() + ${left}::interval
      where simulation_id = ${id} and status = ${status}`;
  };

  const arrived = await add("pending");
  await documents(arrived, "sent", "1 day");
  const silent = await add("pending");
  await documents(silent, "asked", "4 days");
  const asked = await add("pending");
  await documents(asked, "asked", "2 days");
  const unoffered = await add("approved", "2 days");
  const withdrawn = await add("approved", "2 days");
  await offer(withdrawn, "withdrawn", "5 days");
  const long = await add("approved", "91 days");
  const ending = await add("approved", "8 days");
  await offer(ending, "open", "40 hours");
  const expired = await add("approved", "8 days");
  await offer(expired, "expired", "-1 day");
  const renewed = await add("approved", "8 days");
  await offer(renewed, "expired", "-1 day");
  await offer(renewed, "open", "5 days");
  const accepted = await add("approved", "8 days");
  await offer(accepted, "expired", "-1 day");
  await offer(accepted, "accepted", "1 day");

  const own = [
    arrived,
    silent,
    asked,
    unoffered,
    withdrawn,
    long,
    ending,
    expired,
    renewed,
    accepted,
  ];
  const shown = async (view: string) => {
    const ids: string[] = [];
    for (let last: Record<string, unknown> | undefined, turn = 0; turn < 400; turn += 1) {
      const after: Record<string, string> = last
        ? { after_at: String(last["answerDueAt"]), after_id: String(last["id"]) }
        : {};
      const { rows } = await page({ view, page_size: 100, ...after });
      ids.push(...rows.map(({ id }) => String(id)));
      last = rows.at(-1);
      if (rows.length < 100) break;
    }
    return ids.filter((id) => own.includes(id)).toSorted();
  };
  expect(await shown("arrived")).toEqual([arrived]);
  expect(await shown("silent")).toEqual([silent]);
  expect(await shown("unoffered")).toEqual([unoffered, withdrawn].toSorted());
  expect(await shown("offers")).toEqual([ending, expired].toSorted());
  const { counts } = await page({ page_size: 1 });
  const more = (view: string) => Number(counts?.[view]) - Number(before?.[view]);
  expect(["arrived", "silent", "unoffered", "offers"].map(more)).toEqual([1, 1, 2, 2]);
  await sql`delete from public.simulations where id in ${sql(own)}`;
});

describe("the query plan", () => {
  test("reads pending requests in the order of the promise without sort or scan", async () => {
    const plan = await planOf("", "not private.is_awaiting_documents");
    expect(plan).toMatch(/Index (?:Only )?Scan using simulations_by_promise/);
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  });
  test.each(["approved", "all"])("reads the view %s newest first by the index", async (view) => {
    const plan = await planOf(`view => '${view}'`, "wanted_view = 'all' or");
    expect(plan).toMatch(/Index (?:Only )?Scan using simulations_newest/);
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  });
});

test("the detail has the data for a decision and the person's other requests", async () => {
  const row = simulationRow({
    monthly_income: 4_000,
    rental_value: 1_000,
    birth_date: "1990-05-05",
  });
  const added = await database.sql`
    insert into public.simulations ${database.sql([
      row,
      { ...row, submission_id: crypto.randomUUID(), email: "outro@exemplo.com.br" },
      {
        ...row,
        submission_id: crypto.randomUUID(),
        cpf: "11144477735",
        email: "mais.um@exemplo.com.br",
      },
    ])} returning id`;
  const ids = added.map(({ id }) => String(id));
  const [first = "", second = "", third = ""] = ids;
  const shown = await call("simulation_detail", { simulation_id: first });
  const detail = z
    .object({
      house_rules: z.object({ age: z.number(), share: z.number(), state: z.string() }),
      others: z.array(z.object({ id: z.string(), same: z.array(z.string()) })),
    })
    .parse(shown);
  // A person who knows this id can get the link of the request, so staff never see the id.
  expect(shown).not.toHaveProperty("submission_id");
  expect(detail.house_rules).toMatchObject({ share: 25, state: "within" });
  expect(detail.house_rules.age).toBeGreaterThanOrEqual(36);
  const same = Object.fromEntries(detail.others.map((other) => [other.id, other.same]));
  expect(same).toEqual({
    [second]: ["cpf", "phone"],
    [third]: ["phone"],
  });
  await database.sql`delete from public.simulations where id in ${database.sql(ids)}`;
});

test("the version changes with a decision, its undoing and a document", async () => {
  const readVersion = async () =>
    z.object({ version: z.string() }).parse(await call("staff_counts", {})).version;
  const [row] = await database.sql`
    insert into public.simulations ${database.sql(simulationRow())} returning id`;
  const simulation_id = String(row?.["id"]);
  const versions = [await readVersion()];
  await call("decide_simulation", { simulation_id, decision: "approved", known_version: 0 });
  versions.push(await readVersion());
  await call("undo_decision", { simulation_id });
  versions.push(await readVersion());
  await database.sql`
    insert into public.asked_documents (simulation_id, kind) values (${simulation_id}, 'income')`;
  versions.push(await readVersion());
  const changes = versions.slice(1).filter((next, index) => next !== versions[index]);
  expect(changes).toHaveLength(3);
  await database.sql`delete from public.simulations where id = ${simulation_id}`;
});

function call(name: string, args: Record<string, string | number>) {
  const list = Object.keys(args)
    // Times are passed as text, because a JavaScript date would lose their microseconds.
    .map(
      (arg, index) => `${arg} => $${index + 1}${arg === "after_at" ? "::text::timestamptz" : ""}`,
    )
    .join();
  return actAs(database.sql, { role: "authenticated", userId }, async (sql) => {
    const [row] = await sql.unsafe(`select public.${name}(${list}) as value`, Object.values(args), {
      prepare: true,
    });
    const value: unknown = row?.["value"];
    return value;
  });
}

async function page(args: Record<string, string | number>) {
  return pageSchema.parse(await call("queue_page", args));
}

async function planOf(args: string, part: string) {
  const plans = await explainNested(database.adminUrl, userId, `select public.queue_page(${args})`);
  return plans.find((plan) => plan.includes(part) && plan.includes("as simulation")) ?? "";
}
