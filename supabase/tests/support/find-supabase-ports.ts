import { findFreePort } from "../../local/process/ports.ts";

/** Finds a free port for each part of a local Supabase. */
export async function findSupabasePorts() {
  return {
    api: await findFreePort(),
    database: await findFreePort(),
    inbox: await findFreePort(),
  };
}
