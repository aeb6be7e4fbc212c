import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { z } from "zod";
import { findSupabasePorts } from "../../supabase/tests/support/find-supabase-ports.ts";
import { startSupabase } from "../../supabase/local/start-supabase.ts";

const siteUrl = "http://localhost:3000";
const sessionSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user: z.object({ id: z.uuid() }),
});

/** Starts a complete local Supabase with its demo accounts, on free ports and in a temporary folder. */
export async function startBackendStack() {
  const directory = await mkdtemp(join(tmpdir(), "payser-bench-"));
  const supabase = await startSupabase({
    ports: await findSupabasePorts(),
    dataDirectory: directory,
    siteUrl,
  });
  const sql = postgres(supabase.databaseUrl, { max: 2, onnotice: () => undefined });
  async function askForTokens(grant: "password" | "refresh_token", body: Record<string, string>) {
    const reply = await fetch(`${supabase.url}/auth/v1/token?grant_type=${grant}`, {
      method: "POST",
      headers: { apikey: supabase.publishableKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return sessionSchema.parse(await reply.json());
  }
  return {
    ...supabase,
    siteUrl,
    /** Connection to the database as its owner. */
    sql,
    /**
     * Signs in and returns the id of the person and the HTTP headers of the person's calls. A session of staff counts as
     * one that has passed the second factor, because some rights need it.
     */
    async signIn(email: string, password: string) {
      const { refresh_token, user } = await askForTokens("password", { email, password });
      await sql`
        update auth.sessions as session set aal = 'aal2' from public.staff
        where session.user_id = ${user.id} and staff.user_id = session.user_id`;
      const { access_token } = await askForTokens("refresh_token", { refresh_token });
      return {
        userId: user.id,
        headers: {
          apikey: supabase.publishableKey,
          authorization: `Bearer ${access_token}`,
          "content-type": "application/json",
        },
      };
    },
    async close() {
      await sql.end({ timeout: 2 });
      await supabase.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type BackendStack = Awaited<ReturnType<typeof startBackendStack>>;
