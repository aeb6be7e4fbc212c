import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { bureauAnswerSchema } from "#contracts/requests/bureau-answer.ts";
import { actAs, callAsConnected, callAsService } from "../support/act-as.ts";
import { createStaff } from "../support/create-user.ts";
import { simulationRow } from "../support/sample-rows.ts";
import { type TestDatabase, testDatabase } from "../support/test-database.ts";

const hash = "a".repeat(64);
let database: TestDatabase;
let rita: string;
let simulation_id: string;
beforeAll(async () => {
  database = await testDatabase();
  rita = await createStaff(database.sql, "rita@payser.example");
}, 60_000);
afterAll(() => database.close());
beforeEach(async () => {
  await database.sql`delete from public.rate_limits`;
  const [made] = await database.sql`
    insert into public.simulations ${database.sql(simulationRow())} returning id`;
  simulation_id = String(made?.["id"]);
});

const call = (name: string, args: Record<string, unknown>) =>
  actAs(database.sql, { role: "authenticated", userId: rita }, (sql) =>
    callAsConnected(sql, name, args),
  );
const answer = {
  source: "Serasa",
  answeredOn: todayInBrasilia(),
  score: "742",
  note: "Sem débitos",
};
const record = (answer_id: string, changes: Record<string, unknown> = {}) =>
  call("record_bureau_answer", { simulation_id, answer_id, answer: { ...answer, ...changes } });
const shown = async () =>
  z
    .object({ bureau_answers: z.array(bureauAnswerSchema) })
    .parse(await call("simulation_detail", { simulation_id })).bureau_answers;
const file = { file_type: "application/pdf", file_sha256: hash };
const open = (answer_id: string, holder = rita) =>
  callAsService(database.sql, "open_bureau_upload", { holder, answer_id, address_hash: hash });
const receive = (answer_id: string, file_path: string, changes: Record<string, unknown> = {}) =>
  callAsService(database.sql, "receive_bureau_file", {
    holder: rita,
    answer_id,
    file_path,
    ...file,
    ...changes,
  });

test("an answer is recorded once, shown with the decision, and set aside with a reason", async () => {
  const id = crypto.randomUUID();
  expect(await record(id)).toEqual({ changed: true, status: "pending" });
  expect(await record(id, { score: "1" })).toEqual({ changed: false, status: "pending" });
  expect(await shown()).toMatchObject([
    {
      id,
      source: "Serasa",
      answeredOn: answer.answeredOn,
      score: 742,
      note: "Sem débitos",
      hasFile: false,
      who: "rita@payser.example",
      aside: null,
    },
  ]);
  const later = crypto.randomUUID();
  await record(later, { score: "", note: "" });
  const aside = { answer_id: id, reason: "CPF de outra pessoa" };
  expect(await call("set_bureau_answer_aside", aside)).toEqual({ changed: true });
  expect(await call("set_bureau_answer_aside", aside)).toEqual({ changed: false });
  expect(await shown()).toMatchObject([
    { id: later, score: null, note: null, aside: null },
    { id, aside: { who: "rita@payser.example", reason: "CPF de outra pessoa" } },
  ]);
  const trail = await database.sql`
    select action from public.audit_trail
    where subject_id = ${simulation_id} and action like '%bureau%' order by id`;
  expect(trail.map(({ action }) => action)).toEqual([
    "record-bureau-answer",
    "record-bureau-answer",
    "set-bureau-answer-aside",
  ]);
});

test.each<[field: string, value: unknown]>([
  ["source", " "],
  ["source", null],
  ["answeredOn", "amanhã"],
  ["answeredOn", "2100-01-01"],
  ["answeredOn", "2020-01-01"],
  ["answeredOn", null],
  ["score", "1001"],
  ["score", "-1"],
  ["score", "7.5"],
  ["note", "x"],
])("the field %s refuses %s", async (field, value) => {
  await expect(record(crypto.randomUUID(), { [field]: value })).rejects.toMatchObject({
    code: "PT422",
    detail: field,
  });
  expect(await shown()).toEqual([]);
});

test("no answer is recorded for a decided request, and none changes or loses its file", async () => {
  const id = crypto.randomUUID();
  await record(id);
  await receive(id, `${simulation_id}/a.pdf`);
  for (const change of [
    { score: 900 },
    { source: "Outro" },
    { file_path: "outro.pdf" },
    { recorded_at: new Date() },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one change after the other
    await expect(
      database.sql`update private.bureau_answers set ${database.sql(change)} where id = ${id}`,
    ).rejects.toMatchObject({ code: "42501" });
  }
  await database.sql`
    update public.simulations set status = 'approved', reviewed_at = now() where id = ${simulation_id}`;
  expect(await record(crypto.randomUUID())).toEqual({ changed: false, status: "approved" });
});

test("a file is taken once, opened with a record, and kept while its answer exists", async () => {
  const id = crypto.randomUUID();
  const file_path = `${simulation_id}/b.pdf`;
  await record(id);
  expect(await open(id)).toEqual({ simulationId: simulation_id, isOpen: true });
  expect(await open(crypto.randomUUID())).toBeNull();
  await expect(call("view_document", { document_id: id })).rejects.toMatchObject({ code: "PT404" });
  expect(await receive(id, file_path)).toEqual({ isKept: true, changed: true });
  expect(await receive(id, `${simulation_id}/c.pdf`)).toEqual({ isKept: true, changed: false });
  expect(await receive(id, "d.pdf", { file_sha256: "b".repeat(64) })).toEqual({
    isKept: false,
    changed: false,
  });
  expect(await open(id)).toEqual({
    simulationId: simulation_id,
    keptSha256: hash,
    isOpen: false,
  });
  expect(await call("view_document", { document_id: id })).toEqual({ path: file_path });
  const [view] = await database.sql`
    select details ->> 'kind' as kind from public.audit_trail
    where subject_id = ${simulation_id} and action = 'view-document'`;
  expect(view).toEqual({ kind: "bureau" });
  await database.sql`
    insert into storage.objects (bucket_id, name, created_at)
    values ('request-documents', ${file_path}, now() - interval '2 hours')`;
  const orphans = async () => {
    const rows = await database.sql`select public.files_without_row() as name`;
    return rows.map(({ name }) => name);
  };
  expect(await orphans()).not.toContain(file_path);
  await database.sql`delete from public.simulations where id = ${simulation_id}`;
  expect(await orphans()).toContain(file_path);
});

test("a member without the right requests uploads nothing, and an answer set aside takes no file", async () => {
  const id = crypto.randomUUID();
  await record(id);
  const reader = await createStaff(database.sql, "le@payser.example", ["read"]);
  expect(await open(id, reader)).toBeNull();
  await call("set_bureau_answer_aside", { answer_id: id, reason: "Outro CPF" });
  expect(await open(id)).toMatchObject({ isOpen: false });
  expect(await receive(id, "e.pdf")).toEqual({ isKept: false, changed: false });
});
