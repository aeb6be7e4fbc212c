import { findFreePort } from "../../local/process/ports.ts";

/** A free port for each part of a local Supabase that has an address. */
export async function findSupabasePorts() {
  return {
    api: await findFreePort(),
    database: await findFreePort(),
    inbox: await findFreePort(),
  };
}
