import { describe, expect, test } from "vitest";
import { address_hash, landlordFixtures } from "../support/landlord-fixtures.ts";

const { fixtures, contracted, secretOf, open, confirm, told } = landlordFixtures();
const owner = "jose@exemplo.com.br";
const request = (email = owner) => fixtures.call("request_landlord_link", { email, address_hash });
const counted = async (secret: string | null) => (await open(secret))?.leases.length;

describe("a landlord's link", () => {
  test("is stored as a hash", async () => {
    await contracted({ email: owner });
    const secret = await confirm(owner);
    expect(secret).toMatch(/^[\w-]{22}$/);
    const [link] = await fixtures.sql`select * from private.landlord_links`;
    expect(JSON.stringify(link)).not.toContain(secret);
  });

  test("stays valid after a new one was requested, until the new one is opened", async () => {
    await contracted({ email: owner });
    const former = await confirm(owner);
    await request();
    expect(await counted(former)).toBe(1);
    const latest = await secretOf(owner);
    expect(latest).not.toBe(former);
    expect(await counted(former)).toBe(1);
    expect(await counted(latest)).toBe(1);
    expect(await open(former)).toBeNull();
    expect(await counted(latest)).toBe(1);
  });

  test("stays valid for an hour when nobody opens the new one", async () => {
    await contracted({ email: owner });
    const former = await confirm(owner);
    await request();
    const [left] = await fixtures.sql`
      select former_until - now() > interval '59 minutes' as long, former_until - now() <= interval '1 hour' as bounded
      from private.landlord_links`;
    expect(left).toEqual({ long: true, bounded: true });
    await fixtures.sql`update private.landlord_links set former_until = now() - interval '1 second'`;
    expect(await open(former)).toBeNull();
    expect(await counted(await secretOf(owner))).toBe(1);
  });

  test("is not ended by a stranger who requests new ones again and again", async () => {
    await contracted({ email: owner });
    const inUse = await confirm(owner);
    await request();
    const [first] = await fixtures.sql`select former_until from private.landlord_links`;
    const replaced = await secretOf(owner);
    await request();
    await request();
    expect(await fixtures.sql`select former_until from private.landlord_links`).toEqual([first]);
    expect(await counted(inUse)).toBe(1);
    expect(await open(replaced)).toBeNull();
    expect(await counted(await secretOf(owner))).toBe(1);
  });

  test("is not made for an unknown address, which leaves no trace", async () => {
    await request("nada@exemplo.com.br");
    expect(await told()).toEqual([]);
    expect(await fixtures.count("private.landlord_links")).toBe(0);
  });

  test("lives for 90 days after the last day of the last contract", async () => {
    const { sql } = fixtures;
    await contracted({ email: owner });
    const secret = await confirm(owner);
    await sql`update public.lease_addresses set created_at = now() - interval '2 years'`;
    await sql`
      update public.contracts set start_date = current_date - 400, end_date = current_date - 88`;
    expect((await open(secret))?.leases).toMatchObject([{ state: "ended" }]);
    await sql`update public.contracts set end_date = current_date - 92`;
    expect(await open(secret)).toBeNull();
    await request();
    expect(await open(await secretOf(owner))).toBeNull();
  });

  test("counts wrong secrets together with those of the links of requests", async () => {
    for (let guess = 0; guess < 60; guess += 1) expect(await open(`guess ${guess}`)).toBeNull();
    await expect(open("one more")).rejects.toMatchObject({ code: "PT429" });
  });
});
