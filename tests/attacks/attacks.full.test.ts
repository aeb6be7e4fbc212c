// @module-tag full
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { attackProcedures } from "./attack-procedures.ts";
import { attackStorage } from "./attack-storage.ts";
import { attackTables } from "./attack-tables.ts";
import { attackFunctions } from "./attack-functions.ts";
import { attackNativeForms } from "./attack-native-forms.ts";
import { attackRedirects } from "./attack-redirects.ts";
import { attackByPipelining, attackSite } from "./attack-site.ts";
import { type SiteStack, startSiteStack } from "../support/stacks/site-stack.ts";
import { type AttackTarget, openAttackTarget } from "./attack-target.ts";
import { fingerprint } from "./read-catalog.ts";
import { createTally } from "./tally.ts";

// The timeout is long because one test sends some 20,000 HTTP requests.
vi.setConfig({ testTimeout: 300_000 });

const ENOUGH_PROBES = 10_000;

const tally = createTally();
let target: AttackTarget;
let site: SiteStack;

beforeAll(async () => {
  [target, site] = await Promise.all([openAttackTarget(tally), startSiteStack()]);
});
afterAll(async () => {
  tally.print();
  await site.close();
  await target.close();
});

test("every table has a row of the victim that would show a leak", async () => {
  for (const { table } of target.tables) {
    const mark = target.victim.marks.get(table);
    expect(mark, `plantVictim writes no row of ${table}`).toBeDefined();
    const rows = await target.sql`
      select from ${target.sql(table)} as row where row::text like ${`%${mark}%`}`;
    expect({ table, rows: rows.length }).toEqual({ table, rows: 1 });
  }
});

/** Returns one line per table with a hash of its rows, for the public tables, the accounts and the storage. */
async function everything(): Promise<string[]> {
  const names = target.tables.map(({ table }) => `public.${table}`);
  return fingerprint(target.sql, [...names, "auth.users", "storage.objects", "storage.buckets"]);
}

/** Returns the hashes of all tables except those to which refused calls add rows, such as the audit trail. */
async function everythingButTraces(): Promise<string[]> {
  const traces = /^public\.(?:audit_trail|rate_limits|login_attempts) /;
  return (await everything()).filter((line) => !traces.test(line));
}

/** Returns the hashes of all tables to which neither a refused call nor a visitor's form may add rows. */
async function everythingButSubmissions(): Promise<string[]> {
  const sent = /^public\.(?:simulations|partnership_requests|contact_messages|outgoing_mail) /;
  return (await everythingButTraces()).filter((line) => !sent.test(line));
}

describe("attackers neither read nor change foreign data", () => {
  test("tables give nothing to personas and forged tokens", async () => {
    const before = await everything();
    await attackTables(target);
    expect(tally.takeFaults()).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test("database functions give nothing for odd arguments", async () => {
    const before = await everythingButTraces();
    const own = await target.sql<
      { user_id: string; full_name: string | null; wants_digest: boolean }[]
    >`select user_id, full_name, wants_digest from public.staff`;
    await attackProcedures(target);
    expect(tally.takeFaults()).toEqual([]);
    // Restores the two settings that staff may change themselves: their own name and the daily digest.
    for (const { user_id, full_name, wants_digest } of own) {
      await target.sql`
        update public.staff set full_name = ${full_name}, wants_digest = ${wants_digest}
        where user_id = ${user_id}`;
    }
    expect(await everythingButTraces()).toEqual(before);
  });

  test("storage gives no foreign file for any spelling of a path", async () => {
    const before = await everything();
    await attackStorage(target);
    expect(tally.takeFaults()).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test("edge functions give nothing for malformed calls", async () => {
    const before = await everythingButSubmissions();
    await attackFunctions(target);
    expect(tally.takeFaults()).toEqual([]);
    expect(await everythingButSubmissions()).toEqual(before);
  });
});

describe("the site answers in order and redirects only within itself", () => {
  test("raw bytes get one orderly answer each", async () => {
    await attackSite(site.siteUrl, tally);
    await attackByPipelining(site.siteUrl, tally);
    expect(tally.takeFaults()).toEqual([]);
  });

  test("forms without the application return typed text as text", async () => {
    await attackNativeForms(site.siteUrl, tally);
    expect(tally.takeFaults()).toEqual([]);
  });

  test("paths and return paths never lead to another site", async () => {
    await attackRedirects(site.siteUrl, tally);
    expect(tally.takeFaults()).toEqual([]);
  });
});

test("the attacks sent enough probes", () => {
  expect(tally.total()).toBeGreaterThanOrEqual(ENOUGH_PROBES);
});
