// What a hosted project refuses its owner, which only superusers and this folder's own data would
// otherwise notice. A statement that hosted projects refuse and this one lets through is found here.
import { readFile } from "node:fs/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../tests/support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(() => database.close());

/** Does something as the owner, and undoes it. */
async function tried(statements: string) {
  const undo = new Error("undone");
  const outcome = database.sql.begin(async (sql) => {
    await sql.unsafe(statements);
    throw undo;
  });
  return outcome.catch((error: unknown) => (error === undo ? "let through" : error));
}

const replication = "session_replication_role";
const refused = {
  "triggers rested by the function": `select set_config('${replication}', 'replica', true)`,
  "the same in other letters": `select set_config('SESSION_replication_role', 'replica', false)`,
  "a table of the storage altered": "alter table storage.objects add column note text",
  "row-level security of files switched off":
    "alter table storage.objects disable row level security",
  "triggers of the storage disabled": "alter table storage.objects disable trigger user",
  "an index on files": "create index on storage.objects (created_at)",
  "a function among the storage's":
    "create function storage.f() returns int language sql as 'select 1'",
  "a table of the storage dropped": "drop table storage.objects",
  "the storage dropped": "drop schema storage cascade",
  "a policy on files commented on":
    'comment on policy "Contract holders download their own documents" on storage.objects is $$x$$',
  "to become the storage's owner": "set local role supabase_storage_admin",
  "rows of files removed by SQL": "delete from storage.objects",
  "rows of buckets removed by SQL": "delete from storage.buckets where id = 'contract-documents'",
  "to become the role of the data API": "set local role authenticator",
  "a table of the auth server altered": "alter table auth.users add column note text",
};

test.each(Object.entries(refused))("%s: refused", async (_, statements) => {
  expect(await tried(statements)).toMatchObject({ code: "42501" });
});

const letThrough = {
  "triggers rested by the statement": `set local ${replication} = replica; set local ${replication} = origin`,
  "other settings by the function": "select set_config('timezone', 'UTC', true)",
  "a policy on files, and none": `
    create policy "Nobody at all reads" on storage.objects for select to anon using (false);
    alter policy "Nobody at all reads" on storage.objects to authenticated;
    drop policy "Nobody at all reads" on storage.objects`,
  "a trigger on files": `
    create trigger tried before insert on storage.objects
      for each row execute function suppress_redundant_updates_trigger();
    drop trigger tried on storage.objects`,
  "rows of files written": "update storage.objects set created_at = now() where true",
  "what PostgREST reads of its role":
    "alter role authenticator set pgrst.db_pre_request = 'requests.id'",
  "a longer time than two minutes": "set local statement_timeout = 0",
};

test.each(Object.entries(letThrough))("%s: let through", async (_, statements) => {
  expect(await tried(statements)).toBe("let through");
});

test("statements of the owner have two minutes", async () => {
  expect(await database.sql`show statement_timeout`).toEqual([{ statement_timeout: "2min" }]);
});

test("where what PostgREST calls first may not be set, all else is made and a warning says so", async () => {
  const schema = await readFile(
    new URL("../../schemas/00_schemas_grants.sql", import.meta.url),
    "utf8",
  );
  const [tells = ""] =
    /do \$\$\nbegin\n {2}alter role authenticator [^]*?\n\$\$;/.exec(schema) ?? [];
  const told: string[] = [];
  const admin = postgres(database.adminUrl, {
    max: 1,
    onnotice: ({ message = "" }) => told.push(message),
  });
  for (const cause of [
    "revoke set on parameter pgrst.db_pre_request from postgres",
    "revoke authenticator from postgres",
    "alter role authenticator rename to elsewhere",
  ]) {
    const undo = new Error("undone");
    const outcome = admin.begin(async (sql) => {
      await sql.unsafe(`${cause}; set local role postgres`);
      await sql.unsafe(tells);
      throw undo;
    });
    await expect(outcome).rejects.toBe(undo);
    expect(told.splice(0)).toEqual([
      expect.stringMatching(/^PostgREST is not told to call requests\.name_transaction: /),
    ]);
  }
  await admin.end();
});
