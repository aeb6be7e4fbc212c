import { writeFile } from "node:fs/promises";
import { applyMigrations } from "../../supabase/local/database/start-database.ts";
import {
  brokenCalls,
  readReleasedCalls,
  recordCalls,
  releasedCallsFile,
} from "../../supabase/local/schema/released-calls.ts";
import { migrationsFolder, scratchCluster } from "../../supabase/local/schema/scratch-cluster.ts";
import { runCommand } from "../run-command.ts";

/**
 * `npm run release:calls -- <version>` records the database functions and tables that this software version uses. Tests
 * then check that later schemas still support this version. After the first record, the first migration is no longer
 * generated from the schema files.
 */
await runCommand(async () => {
  const [release = ""] = process.argv.slice(2);
  if (!/^v\d+\.\d+\.\d+$/.test(release)) {
    throw new Error("Diga qual lançamento é este, como em\n  npm run release:calls -- v1.0.0");
  }
  const cluster = await scratchCluster();
  try {
    const { sql } = await cluster.database("release");
    await applyMigrations(sql, migrationsFolder);
    const live = await readReleasedCalls();
    const broken = live ? await brokenCalls(sql, live.calls) : [];
    if (broken.length > 0) {
      throw new Error(`O que ${live?.release} chama deixaria de funcionar:\n${broken.join("\n")}`);
    }
    const calls = await recordCalls(sql);
    await writeFile(releasedCallsFile, `${JSON.stringify({ release, calls }, null, 2)}\n`);
    console.log(
      `Registradas ${calls.length} chamadas de ${release} em supabase/released-calls.json.`,
    );
  } finally {
    await cluster.close();
  }
});
