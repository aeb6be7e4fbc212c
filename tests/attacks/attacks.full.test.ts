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
import { type Ground, openGround } from "./attack-ground.ts";
import { fingerprint } from "./read-catalog.ts";
import { createTally } from "./tally.ts";

// Every table is tried beside every other: some 20,000 requests for one test.
vi.setConfig({ testTimeout: 300_000 });

const ENOUGH_PROBES = 10_000;

const tally = createTally();
let ground: Ground;
let site: SiteStack;

beforeAll(async () => {
  [ground, site] = await Promise.all([openGround(tally), startSiteStack()]);
});
afterAll(async () => {
  tally.print();
  await site.close();
  await ground.close();
});

test("every table has a row of the victim's, by which a leak would show", async () => {
  for (const { table } of ground.tables) {
    const mark = ground.victim.marks.get(table);
    expect(mark, `plantVictim writes no row of ${table}`).toBeDefined();
    const rows = await ground.sql`
      select from ${ground.sql(table)} as row where row::text like ${`%${mark}%`}`;
    expect({ table, rows: rows.length }).toEqual({ table, rows: 1 });
  }
});

/** Every row of ours, the accounts and the files. */
async function everything(): Promise<string[]> {
  const names = ground.tables.map(({ table }) => `public.${table}`);
  return fingerprint(ground.sql, [...names, "auth.users", "storage.objects", "storage.buckets"]);
}

/** The same without what a refused call leaves on purpose. */
async function everythingButTraces(): Promise<string[]> {
  const traces = /^public\.(?:audit_trail|rate_limits|login_attempts) /;
  return (await everything()).filter((line) => !traces.test(line));
}

/** The same without what a visitor may send. */
async function everythingButSubmissions(): Promise<string[]> {
  const sent = /^public\.(?:simulations|partnership_requests|contact_messages|outgoing_mail) /;
  return (await everythingButTraces()).filter((line) => !sent.test(line));
}

describe("nothing is given away or changed", () => {
  test("by the tables, to no persona and no forged token", async () => {
    const before = await everything();
    await attackTables(ground);
    expect(tally.takeFaults()).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test("by the functions of the database, with whatever arguments", async () => {
    const before = await everythingButTraces();
    const own = await ground.sql<
      { user_id: string; full_name: string | null; wants_digest: boolean }[]
    >`select user_id, full_name, wants_digest from public.staff`;
    await attackProcedures(ground);
    expect(tally.takeFaults()).toEqual([]);
    // Their own names are theirs to change, and whether they get the morning's numbers.
    for (const { user_id, full_name, wants_digest } of own) {
      await ground.sql`
        update public.staff set full_name = ${full_name}, wants_digest = ${wants_digest}
        where user_id = ${user_id}`;
    }
    expect(await everythingButTraces()).toEqual(before);
  });

  test("by the files, however a path is written", async () => {
    const before = await everything();
    await attackStorage(ground);
    expect(tally.takeFaults()).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  test("by the edge functions, whatever they are sent", async () => {
    const before = await everythingButSubmissions();
    await attackFunctions(ground);
    expect(tally.takeFaults()).toEqual([]);
    expect(await everythingButSubmissions()).toEqual(before);
  });
});

describe("the site answers in order and stays on itself", () => {
  test("whatever bytes come", async () => {
    await attackSite(site.siteUrl, tally);
    await attackByPipelining(site.siteUrl, tally);
    expect(tally.takeFaults()).toEqual([]);
  });

  test("whatever is typed into a form without the application", async () => {
    await attackNativeForms(site.siteUrl, tally);
    expect(tally.takeFaults()).toEqual([]);
  });

  test("wherever a path or a way back wants to lead", async () => {
    await attackRedirects(site.siteUrl, tally);
    expect(tally.takeFaults()).toEqual([]);
  });
});

test("there were enough of them", () => {
  expect(tally.total()).toBeGreaterThanOrEqual(ENOUGH_PROBES);
});
