import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { applyMigrations } from "../local/database/apply-migrations.ts";
import { startDatabase } from "../local/database/start-database.ts";
import { findFreePort } from "../local/process/find-free-port.ts";
import { createStaff, createUser } from "./support/create-user.ts";

const migrations = new URL("../migrations/", import.meta.url);

test("accounts from before addresses were confirmed: who works stays in, who waits proves it", async () => {
  const directory = await mkdtemp(join(tmpdir(), "payser-before-"));
  const earlier = join(directory, "migrations");
  for (const file of await readdir(migrations)) {
    if (file < "20261122120000") await cp(new URL(file, migrations), join(earlier, file));
  }
  const database = await startDatabase({
    directory: join(directory, "database"),
    port: await findFreePort(),
    password: "senha-de-teste",
    migrations: pathToFileURL(`${earlier}/`),
  });
  try {
    const { sql } = database;
    const active = await createStaff(sql, "antiga@payser.example");
    const pending = await createUser(sql, "diretora@payser.example");
    await sql`update auth.users set email_confirmed_at = now() where id = ${pending}`;
    await applyMigrations(sql, migrations);
    const rows = await sql`
      select id, email_confirmed_at is not null as confirmed from auth.users order by email`;
    expect([...rows]).toEqual([
      { id: active, confirmed: true },
      { id: pending, confirmed: false },
    ]);
  } finally {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  }
});
