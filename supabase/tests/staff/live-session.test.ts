import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { textPdf } from "../../local/seed/text-pdf.ts";
import { callApi, callFunction } from "../support/call-api.ts";
import type { Persona, PersonaName } from "../support/personas.ts";
import { simulationRow } from "../support/sample-rows.ts";
import { testStack } from "../support/test-stack.ts";
import type { TestStack } from "../support/test-stack.ts";

const bucket = "contract-documents";

let stack: TestStack;
let simulationId: string;
beforeAll(async () => {
  stack = await testStack();
  const [row] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id`;
  simulationId = String(row?.["id"]);
  const files = createClient(stack.url, stack.secretKey).storage.from(bucket);
  const { error } = await files.upload(filePath(), textPdf("Carta", ["Texto"]), {
    contentType: "application/pdf",
  });
  if (error) throw error;
}, 60_000);
afterAll(() => stack.close());

const filePath = () => `${stack.personas.tenant.contractId}/carta.pdf`;
const read = (who: Persona, path: string) => callApi(stack, who, `/rest/v1/${path}`);

/** Ends every session of a persona, like a global sign-out or a new password. */
async function signOutEverywhere(name: PersonaName): Promise<Persona> {
  const who = stack.personas[name];
  const answer = await callApi(stack, who, "/auth/v1/logout?scope=global", { method: "POST" });
  expect(answer.status).toBe(204);
  return who;
}

describe("a token of an ended session", () => {
  test("opens neither contract nor documents nor files", async () => {
    const files = () =>
      createClient(stack.url, stack.publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { headers: stack.personas.tenant.headers },
      }).storage.from(bucket);
    const before = [
      await read(stack.personas.tenant, "contracts?select=id"),
      await read(stack.personas.tenant, "contract_documents?select=id"),
    ];
    for (const { json } of before) expect(json).toHaveLength(1);
    expect((await files().download(filePath())).error).toBeNull();

    const tenant = await signOutEverywhere("tenant");
    expect((await read(tenant, "contracts?select=id")).json).toEqual([]);
    expect((await read(tenant, "contract_documents?select=id")).json).toEqual([]);
    expect((await files().download(filePath())).data).toBeNull();
    expect((await files().createSignedUrl(filePath(), 60)).data).toBeNull();
    expect((await read(stack.personas["other tenant"], "contracts?select=id")).json).toHaveLength(
      1,
    );
  });

  test("has no rights of staff", async () => {
    const staff = await signOutEverywhere("other staff");
    expect((await callFunction(stack, staff, "is_active_staff")).json).toBe(false);
    for (const name of ["list_simulations", "list_staff", "list_parked_mail"]) {
      expect((await callFunction(stack, staff, name)).status).toBe(403);
    }
    const decision = { simulation_id: simulationId, decision: "approved", known_version: 0 };
    expect((await callFunction(stack, staff, "decide_simulation", decision)).status).toBe(403);
    const status = { user_id: stack.personas["pending staff"].userId, status: "active" };
    expect((await callFunction(stack, staff, "set_staff_status", status)).status).toBe(403);
    expect((await read(staff, "staff?select=created_at")).json).toEqual([]);
    expect((await callFunction(stack, stack.personas.staff, "is_active_staff")).json).toBe(true);
  });

  test("is not revived by another account's session", async () => {
    const { userId } = stack.personas.staff;
    const isAlive = (sessionOf: string | null) =>
      stack.sql.begin(async (sql) => {
        const [session] = await sql`
          select id from auth.sessions where user_id = ${sessionOf} limit 1`;
        const claims = JSON.stringify({ sub: userId, session_id: session?.["id"] });
        await sql`
          select set_config('request.jwt.claim.sub', ${userId}, true),
            set_config('request.jwt.claims', ${claims}, true)`;
        const [row] = await sql`select private.has_live_session() as alive`;
        return row?.["alive"];
      });
    expect(await isAlive(userId)).toBe(true);
    expect(await isAlive(stack.personas["pending staff"].userId)).toBe(false);
  });

  test("ends at the time that the auth server set", async () => {
    const other = stack.personas["other tenant"];
    await stack.sql`
      update auth.sessions set not_after = now() - interval '1 second'
      where user_id = ${other.userId}`;
    expect((await read(other, "contracts?select=id")).json).toEqual([]);
  });
});

describe("the age of a session", () => {
  const callAs = (name: string) => callFunction(stack, stack.personas.staff, name);

  /** Sets the age of a session of staff and the time since its last renewal, and restores both after `check`. */
  async function atAge(age: string, refreshed: string | null, check: () => Promise<void>) {
    const { userId } = stack.personas.staff;
    const former = await stack.sql`
      select id, created_at, refreshed_at::text from auth.sessions where user_id = ${userId}`;
    try {
      await stack.sql`
        update auth.sessions set created_at = now() - ${age}::interval,
          refreshed_at = now() at time zone 'UTC' - ${refreshed}::interval
        where user_id = ${userId}`;
      await check();
    } finally {
      await stack.sql.begin(async (sql) => {
        // The trigger keeps an idle session ended.
        await sql`set local session_replication_role = replica`;
        for (const { id, created_at, refreshed_at } of former) {
          await sql`
            update auth.sessions set created_at = ${created_at}, refreshed_at = ${refreshed_at} where id = ${id}`;
        }
      });
    }
  }

  test.each<[what: string, age: string, refreshed: string | null, alive: boolean]>([
    ["starts its last minute", "11 hours 59 minutes", "1 minute", true],
    ["is twelve hours old", "12 hours 1 second", "1 minute", false],
    ["was used 59 minutes ago", "59 minutes", null, true],
    ["was renewed 59 minutes ago", "3 hours", "59 minutes", true],
    ["was not renewed for an hour", "3 hours", "60 minutes 1 second", false],
    ["was never renewed within an hour", "60 minutes 1 second", null, false],
  ])("decides about a session of staff that %s", (_what, age, refreshed, alive) =>
    atAge(age, refreshed, async () => {
      expect((await callAs("is_active_staff")).json).toBe(alive);
      expect((await callAs("has_live_session")).json).toBe(alive);
      expect((await callAs("list_staff")).status).toBe(alive ? 200 : 403);
    }),
  );

  /** Renews the sessions of staff as an auth server without limits of its own does. */
  const renew = () => stack.sql`
    update auth.sessions set refreshed_at = now() at time zone 'UTC'
    where user_id = ${stack.personas.staff.userId}`;

  test("counts as ended after an idle hour, even if a stolen refresh token renews it", () =>
    atAge("3 hours", "61 minutes", async () => {
      await renew();
      expect((await callAs("has_live_session")).json).toBe(false);
      expect((await callAs("list_staff")).status).toBe(403);
    }));

  test("starts the hour again when a screen in use renews it", () =>
    atAge("3 hours", "59 minutes", async () => {
      await renew();
      const [row] = await stack.sql`
        select private.is_idle(created_at, refreshed_at - interval '2 minutes') as idle
        from auth.sessions where user_id = ${stack.personas.staff.userId} limit 1`;
      expect(row?.["idle"]).toBe(false);
    }));

  test("does not end the session of a tenant, because the limits are for staff", async () => {
    const other = stack.personas["other tenant"];
    await stack.sql`
      update auth.sessions set created_at = now() - interval '2 days', not_after = null
      where user_id = ${other.userId}`;
    expect((await read(other, "contracts?select=id")).json).toHaveLength(1);
  });
});
