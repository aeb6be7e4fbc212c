// Writes web/backend/database.types.ts from the migrations; with --check it only compares
// and fails on a difference. Needs no running stack.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDatabase } from "../database/start-database.ts";
import { findFreePort } from "../process/find-free-port.ts";
import { databaseTypesSource } from "./database-types-source.ts";
import { readSchema } from "./read-schema.ts";

const target = new URL("../../../web/backend/database.types.ts", import.meta.url);
const directory = await mkdtemp(join(tmpdir(), "payser-types-"));
try {
  const database = await startDatabase({
    directory: join(directory, "database"),
    port: await findFreePort(),
    password: "types",
  });
  const source = databaseTypesSource(await readSchema(database.sql));
  await database.close();
  if (!process.argv.includes("--check")) {
    await writeFile(target, source);
  } else if (source !== (await readFile(target, "utf8").catch(() => ""))) {
    console.error(
      "web/backend/database.types.ts não corresponde às migrations: gere os tipos de novo.",
    );
    process.exitCode = 1;
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}
