// @module-tag full
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { applyMigrations } from "../../supabase/local/database/start-database.ts";
import { compareCatalogues } from "../../supabase/local/schema/draft-migration.ts";
import { readCatalogue } from "../../supabase/local/schema/read-catalogue.ts";
import {
  migrationsFolder,
  scratchCluster,
  type ScratchCluster,
} from "../../supabase/local/schema/scratch-cluster.ts";

/** The version that docs/deploy.md names. It brings 177 MB, so it is no dependency: npx keeps it. */
const cli = "supabase@3.1.0";
const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));

/** What the command line says of a database, as of a project that is hosted. */
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
  // Where there is a network this says that the guide's commands no longer work.
  if (process.env["CI"]) throw new Error(missing);
  console.log(missing);
  skip(missing);
});

test("Supabase's own command line takes the folder and makes the same database", async () => {
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

test("its advisors find nothing, and find what is wrong", async () => {
  const { sql, url } = await cluster.database("advised");
  await applyMigrations(sql, migrationsFolder);
  expect(await advised(url)).toEqual([]);
  await sql`create table public.open (id integer primary key)`;
  await sql`grant select on public.open to anon`;
  expect(await advised(url)).toContain("rls_disabled_in_public");
});

const advice = z.array(z.object({ name: z.string(), metadata: z.object({ schema: z.string() }) }));

/** What the advisors find, but for what only this machine has in place of the platform. */
async function advised(url: string): Promise<string[]> {
  const output = await supabase(url, "db", "advisors");
  // Around the list it says what it does.
  const [list = "[]"] = /^\[$.*?^\]$/ms.exec(output) ?? [];
  if (list === "[]") expect(output).toContain("No issues found");
  return advice
    .parse(JSON.parse(list))
    .filter(({ metadata }) => metadata.schema !== "platform")
    .map(({ name }) => name);
}
