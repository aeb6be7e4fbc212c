// @module-tag full
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ScratchCluster,
  migrationsFolder,
  scratchCluster,
} from "../schema/scratch-cluster.ts";
import { applyMigrations } from "./start-database.ts";

let cluster: ScratchCluster;
beforeAll(async () => {
  cluster = await scratchCluster();
}, 60_000);
afterAll(() => cluster?.close());

test("applyMigrations skips recorded migrations", async () => {
  const { sql } = await cluster.database("twice");
  expect(await applyMigrations(sql, migrationsFolder)).not.toEqual([]);
  expect(await applyMigrations(sql, migrationsFolder)).toEqual([]);
});

test("applyMigrations leaves data of an unknown version unchanged and says what to do", async () => {
  const { sql } = await cluster.database("before");
  await sql`create table public.mine as select 'minhas' as contents`;
  await sql`
    insert into supabase_migrations.schema_migrations (version, name)
    values ('20260105090000', 'prepare_schemas'), ('20260105090100', 'define_field_rules')`;
  const message = await applyMigrations(sql, migrationsFolder).catch(String);
  expect(message).toBe(
    "Error: O banco de dados foi feito por outra versão deste código (migrações que aqui não existem: " +
      "2): nada foi mudado; rode npm run reset, que apaga os dados locais e recomeça com os iniciais.",
  );
  const [left] = await sql`
    select (select count(*) from supabase_migrations.schema_migrations)::integer as versions,
      (select contents from public.mine) as mine, to_regnamespace('private') as private`;
  expect(left).toEqual({ versions: 2, mine: "minhas", private: null });
});

test("a failing migration is named and leaves nothing behind", async () => {
  const { sql, url } = await cluster.database("failing");
  await sql`create schema private`;
  await expect(applyMigrations(sql, migrationsFolder)).rejects.toThrow(
    /^Migration 2026\d+_baseline\.sql: schema "private" already exists$/,
  );
  const other = postgres(url, { max: 1 });
  const [made] = await other`select to_regclass('public.staff') as staff`;
  await other.end();
  expect(made).toEqual({ staff: null });
});
