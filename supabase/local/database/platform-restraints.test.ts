// These tests run statements that a hosted project refuses to its owner. A statement that hosted
// projects refuse and this database accepts should get a test here.
import { readFile } from "node:fs/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../tests/support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
}, 60_000);
afterAll(() => database.close());

/** Runs statements as the owner of the database and rolls them back. */
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
  "disabling triggers by set_config": `select set_config('${replication}', 'replica', true)`,
  "disabling triggers by set_config in other letters": `select set_config('SESSION_replication_role', 'replica', false)`,
  "altering a table of the storage": "alter table storage.objects add column note text",
  "disabling row-level security of files": "alter table storage.objects disable row level security",
  "disabling triggers of the storage": "alter table storage.objects disable trigger user",
  "making an index on files": "create index on storage.objects (created_at)",
  "making a function in the storage's schema":
    "create function storage.f() returns int language sql as 'select 1'",
  "dropping a table of the storage": "drop table storage.objects",
  "dropping the storage": "drop schema storage cascade",
  "commenting on a policy on files":
    'comment on policy "Contract holders download their own documents" on storage.objects is $$x$$',
  "becoming the storage's owner": "set local role supabase_storage_admin",
  "deleting rows of files by SQL": "delete from storage.objects",
  "deleting rows of buckets by SQL": "delete from storage.buckets where id = 'contract-documents'",
  "becoming the role of the data API": "set local role authenticator",
  "altering a table of the auth server": "alter table auth.users add column note text",
};

test.each(Object.entries(refused))("%s is refused", async (_, statements) => {
  expect(await tried(statements)).toMatchObject({ code: "42501" });
});

const letThrough = {
  "disabling triggers by statement": `set local ${replication} = replica; set local ${replication} = origin`,
  "changing another setting by set_config": "select set_config('timezone', 'UTC', true)",
  "making and dropping a policy on files": `
    create policy "Nobody at all reads" on storage.objects for select to anon using (false);
    alter policy "Nobody at all reads" on storage.objects to authenticated;
    drop policy "Nobody at all reads" on storage.objects`,
  "making a trigger on files": `
    create trigger tried before insert on storage.objects
      for each row execute function suppress_redundant_updates_trigger();
    drop trigger tried on storage.objects`,
  "updating rows of files": "update storage.objects set created_at = now() where true",
  "setting PostgREST's options on its role":
    "alter role authenticator set pgrst.db_pre_request = 'requests.id'",
  "setting a longer timeout than two minutes": "set local statement_timeout = 0",
};

test.each(Object.entries(letThrough))("%s is allowed", async (_, statements) => {
  expect(await tried(statements)).toBe("let through");
});

test("statements of the owner time out after two minutes", async () => {
  expect(await database.sql`show statement_timeout`).toEqual([{ statement_timeout: "2min" }]);
});

test("the schema is applied with a warning when the function of PostgREST's first call may not be set", async () => {
  const schema = await readFile(
    new URL("../../schemas/00_schemas_grants.sql", import.meta.url),
    "utf8",
  );
  const [block = ""] =
    /do \$\$\nbegin\n {2}alter role authenticator [^]*?\n\$\$;/.exec(schema) ?? [];
  const notices: string[] = [];
  const admin = postgres(database.adminUrl, {
    max: 1,
    onnotice: ({ message = "" }) => notices.push(message),
  });
  for (const cause of [
    "revoke set on parameter pgrst.db_pre_request from postgres",
    "revoke authenticator from postgres",
    "alter role authenticator rename to elsewhere",
  ]) {
    const undo = new Error("undone");
    const outcome = admin.begin(async (sql) => {
      await sql.unsafe(`${cause}; set local role postgres`);
      await sql.unsafe(block);
      throw undo;
    });
    await expect(outcome).rejects.toBe(undo);
    expect(notices.splice(0)).toEqual([
      expect.stringMatching(/^PostgREST is not told to call requests\.name_transaction: /),
    ]);
  }
  await admin.end();
});
