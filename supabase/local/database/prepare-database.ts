import { readFile } from "node:fs/promises";
import type { Sql } from "postgres";

const read = (name: string) => readFile(new URL(name, import.meta.url), "utf8");

/**
 * Gives an empty cluster what a hosted project starts with: roles, schemas, default
 * privileges. One transaction, so that a start that was cut short can begin again.
 */
export async function prepareDatabase(admin: Sql, postgresPassword: string): Promise<void> {
  await admin.begin(async (transaction) => {
    const [prepared] = await transaction`select from pg_roles where rolname = 'service_role'`;
    if (!prepared) {
      for (const part of await hostedPlatform()) await transaction.unsafe(part);
      // A password cannot be a parameter of this statement; it is hexadecimal.
      await transaction.unsafe(`alter role postgres password '${postgresPassword}'`);
    }
    await transaction.unsafe(await read("platform-second-factor.sql"));
    await transaction.unsafe(await read("platform-restraints.sql"));
  });
}

async function hostedPlatform(): Promise<string[]> {
  // All of the API comes with it, and only an empty cluster needs it.
  const platform = await import("@supabase/lite");
  return [
    await read("platform.sql"),
    platform.getAuthSchemaSql(),
    platform.SUPABASE_AUTH_HELPERS_SQL,
    platform.getStorageSchemaSql(),
    await read("platform-grants.sql"),
  ];
}
