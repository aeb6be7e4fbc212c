import { afterAll, beforeAll, expect, test } from "vitest";
import {
  brokenCalls,
  readReleasedCalls,
  recordCalls,
  type ReleasedCall,
} from "../../local/schema/released-calls.ts";
import { type TestDatabase, testDatabase } from "../support/test-database.ts";

const databases: TestDatabase[] = [];
/** Database calls that the current code makes, in the form in which a software release stores its calls. */
let calls: ReleasedCall[];
beforeAll(async () => {
  calls = await recordCalls(await migrated());
}, 60_000);
afterAll(() => Promise.all(databases.map((database) => database.close())));

async function migrated() {
  const database = await testDatabase();
  databases.push(database);
  return database.sql;
}

test("every call of the live release works with this schema", async () => {
  const released = await readReleasedCalls();
  // Before the first software release, the calls of the current code are tested.
  const live = released ?? { release: "none yet", calls };
  console.log(`${live.calls.length} calls of the live release (${live.release})`);
  expect(live.calls.length).toBeGreaterThan(90);
  expect(await brokenCalls(await migrated(), live.calls)).toEqual([]);
});

test("an additive migration breaks no call", async () => {
  const sql = await migrated();
  await sql.unsafe(`
    alter table public.contracts add column renewed_at timestamptz;
    grant select (renewed_at) on public.contracts to authenticated;
    drop function public.count_staff();
    create function public.count_staff(since timestamptz default null) returns jsonb
      language sql stable set search_path = '' as 'select null::jsonb';
    grant execute on function public.count_staff to authenticated;
    drop function public.list_parked_documents();
    create function public.list_parked_documents() returns table (
      contract_id uuid, contract_number text, document_name text, attempts integer, last_error text,
      created_at timestamptz, tenant_name text
    ) language sql set search_path = '' as
      'select null::uuid, null::text, null::text, 1, null::text, now(), null::text';
    grant execute on function public.list_parked_documents to authenticated;
    create function public.brand_new() returns text language sql as 'select null::text'`);
  expect(await brokenCalls(sql, calls)).toEqual([]);
});

test("a breaking migration names each call that it breaks", async () => {
  const sql = await migrated();
  await sql.unsafe(`
    alter function public.recall_content() rename to recall_all_content;
    alter table public.letters rename column code to letter_code;
    revoke select (fee) on public.contracts from authenticated;
    revoke execute on function public.run_schedule from service_role;
    drop function public.tracking_secret(uuid);
    create function public.tracking_secret(request_id uuid) returns text
      language sql as 'select null::text';
    grant execute on function public.tracking_secret to service_role;
    drop function public.submit_contact_message(jsonb, text);
    create function public.submit_contact_message(request jsonb, address_hash text, hours integer)
      returns jsonb language sql as 'select null::jsonb';
    grant execute on function public.submit_contact_message to service_role;
    drop function public.count_staff();
    create function public.count_staff() returns text language sql as 'select null::text';
    grant execute on function public.count_staff to authenticated`);
  const broken = (await brokenCalls(sql, calls)).map((line) =>
    line.replace(/select \S+, .* from /, "select … from ").replace(/^(\w+): select/, "$1:"),
  );
  expect(broken.toSorted()).toEqual([
    expect.stringMatching(
      /^authenticated: \* from public\.count_staff\(\): count_staff was jsonb and is text$/,
    ),
    expect.stringMatching(/^authenticated: … from public\.contracts: permission denied/),
    expect.stringMatching(/^authenticated: … from public\.letters: column "code" does not exist/),
    expect.stringMatching(
      /^service_role: \* from public\.recall_content\(\): function .* does not exist/,
    ),
    expect.stringMatching(/^service_role: \* from public\.run_schedule\(\): permission denied/),
    expect.stringMatching(
      /^service_role: \* from public\.submit_contact_message\(.*\): function .* does not exist/,
    ),
    expect.stringMatching(
      /^service_role: \* from public\.tracking_secret\(simulation_id.*does not exist/,
    ),
  ]);
});
