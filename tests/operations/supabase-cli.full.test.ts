// @module-tag full
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Sql } from "postgres";
import { z } from "zod";
import { applyMigrations } from "../../supabase/local/database/start-database.ts";
import { compareCatalogues } from "../../supabase/local/schema/draft-migration.ts";
import { readCatalogue } from "../../supabase/local/schema/read-catalogue.ts";
import {
  migrationsFolder,
  scratchCluster,
  type ScratchCluster,
} from "../../supabase/local/schema/scratch-cluster.ts";

/**
 * Version of Supabase's command line that docs/deploy.md names. The package takes 177 MB, so it is not listed in
 * package.json but downloaded by npx.
 */
const cli = "supabase@3.1.0";
const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));

/** Runs Supabase's command line against this database instead of a hosted project's database. Returns the output. */
async function supabase(databaseUrl: string, ...words: string[]): Promise<string> {
  const remote = `--remote=${databaseUrl}?sslmode=disable`;
  const { stdout, stderr } = await run("npx", ["--yes", cli, ...words, remote, "--workdir", root], {
    env: { ...process.env, DO_NOT_TRACK: "1", SUPABASE_TELEMETRY_DISABLED: "1" },
  });
  return `${stdout}\n${stderr}`;
}

let cluster: ScratchCluster;
let missing: string | undefined;
beforeAll(async () => {
  cluster = await scratchCluster();
  await run("npx", ["--yes", cli, "--version"]).catch((error: unknown) => {
    missing = `${cli} cannot be installed here: ${String(error).slice(0, 200)}`;
  });
});
afterAll(() => cluster?.close());
beforeEach(({ skip }) => {
  if (missing === undefined) return;
  // CI has network access. A failed installation in CI therefore means that the commands in the guide no longer work.
  if (process.env["CI"]) throw new Error(missing);
  console.log(missing);
  skip(missing);
});

test("Supabase's command line accepts the folder and makes the same database", async () => {
  const [pushed, applied] = [await cluster.database("pushed"), await cluster.database("applied")];
  await applyMigrations(applied.sql, migrationsFolder);
  const versions = (
    await applied.sql`select version from supabase_migrations.schema_migrations`
  ).map((row) => String(row["version"]));

  const dry = await supabase(pushed.url, "db", "push", "--dry-run");
  expect(dry).toContain("Would push these migrations");
  for (const version of versions) expect(dry).toContain(version);
  const [left] = await pushed.sql`select to_regclass('public.staff') as made`;
  expect(left).toEqual({ made: null });

  await supabase(pushed.url, "db", "push", "--skip-vault", "--yes");
  expect(
    compareCatalogues(await readCatalogue(pushed.sql), await readCatalogue(applied.sql)),
  ).toEqual([]);

  const list = await supabase(pushed.url, "migration", "list");
  for (const version of versions) expect(list.split(version).length).toBeGreaterThan(2);
  expect(await supabase(pushed.url, "db", "push", "--dry-run")).toContain("up to date");
});

test("Supabase's advisors find nothing in our database and find a planted fault", async () => {
  const { sql, url } = await cluster.database("advised");
  await applyMigrations(sql, migrationsFolder);
  expect(await advised(sql, url)).toEqual([]);
  await sql`create table public.open (id integer primary key)`;
  await sql`grant select on public.open to anon`;
  await sql`create function public.open_path() returns integer language sql as 'select 1'`;
  expect((await advised(sql, url)).toSorted()).toEqual([
    "function_search_path_mutable",
    "rls_disabled_in_public",
  ]);
});

const advice = z.array(
  z.object({ name: z.string(), metadata: z.object({ name: z.string(), schema: z.string() }) }),
);

/**
 * Returns the findings of Supabase's advisors, except findings about local replacements of Supabase's schemas. Leaves
 * out missing search paths of functions with a SQL-standard body, because PostgreSQL resolves names in this kind of
 * body when the function is created.
 */
async function advised(sql: Sql, url: string): Promise<string[]> {
  const resolved = await sql`
    select namespace.nspname as schema, function.proname as name
    from pg_proc as function join pg_namespace as namespace on namespace.oid = function.pronamespace
    group by 1, 2 having bool_and(function.prosqlbody is not null or function.proconfig is not null)`;
  const output = await supabase(url, "db", "advisors");
  // The command prints progress messages before and after the list.
  const [list = "[]"] = /^\[$.*?^\]$/ms.exec(output) ?? [];
  if (list === "[]") expect(output).toContain("No issues found");
  return advice
    .parse(JSON.parse(list))
    .filter(({ metadata }) => metadata.schema !== "platform")
    .filter(
      ({ name, metadata }) =>
        name !== "function_search_path_mutable" ||
        !resolved.some((row) => row["schema"] === metadata.schema && row["name"] === metadata.name),
    )
    .map(({ name }) => name);
}
