import { staffRightsName } from "#contracts/stored-values.ts";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { actAs, callAsConnected, callAsService } from "../support/act-as.ts";
import { createStaff, createUser, giveRights } from "../support/create-user.ts";
import { contactMessageRow, simulationRow } from "../support/sample-rows.ts";
import { testDatabase } from "../support/test-database.ts";
import type { TestDatabase } from "../support/test-database.ts";

const address_hash = "c".repeat(64);

let database: TestDatabase;
let releaser: string;
beforeAll(async () => {
  database = await testDatabase();
  releaser = await createStaff(database.sql, "chefe@payser.example");
}, 60_000);
afterAll(() => database.close());
beforeEach(async () => {
  const { sql } = database;
  await sql`delete from auth.users where id <> ${releaser}`;
  await sql`delete from public.outgoing_mail`;
  await sql`delete from public.rate_limits`;
});

async function templates() {
  const rows = await database.sql`select template from public.outgoing_mail order by created_at`;
  return rows.map((row) => String(row["template"]));
}

describe("a member who forgot the password", () => {
  const hashOf = (secret: unknown) => createHash("sha256").update(String(secret)).digest("hex");
  const ask = (email: string) =>
    callAsService(database.sql, "request_staff_recovery", { email, address_hash });
  const secretOfNewest = async () => {
    const [row] = await database.sql`
      select id from public.outgoing_mail where template = 'staff-recovery'
      order by created_at desc limit 1`;
    return callAsService(database.sql, "account_link_secret", { mail_id: String(row?.["id"]) });
  };
  const addressOf = (secret: unknown) =>
    callAsService(database.sql, "open_staff_reset", { secret_hash: hashOf(secret), address_hash });
  const spend = (name: string, secret: unknown) =>
    callAsService(database.sql, name, { secret_hash: hashOf(secret) });

  test("gets one link for one use within an hour; strangers and disabled members get none", async () => {
    const id = await createStaff(database.sql, "rita@payser.example");
    const gone = await createStaff(database.sql, "saiu@payser.example");
    await database.sql`update public.staff set status = 'disabled' where user_id = ${gone}`;
    await createUser(database.sql, "nova@payser.example");
    for (const email of ["ninguem@payser.example", "saiu@payser.example", "nova@payser.example"])
      await ask(email);
    expect(await templates()).toEqual([]);
    await ask(" Rita@payser.example");
    expect(await templates()).toEqual(["staff-recovery"]);
    const secret = await secretOfNewest();
    expect(await addressOf(secret)).toBe("rita@payser.example");
    await database.sql`update private.account_links set mailed_at = now() - interval '61 minutes'`;
    expect([await addressOf(secret), await spend("spend_staff_link", secret)]).toEqual([
      null,
      null,
    ]);
    await database.sql`update private.account_links set mailed_at = now()`;
    expect(await spend("spend_staff_link", secret)).toBe(id);
    expect(await spend("spend_staff_link", secret)).toBe(null);
    expect(await addressOf(secret)).toBe(null);
  });

  test("cannot use the link at the tenants' endpoint, nor a tenant's link here", async () => {
    await createStaff(database.sql, "rita@payser.example");
    await ask("rita@payser.example");
    const secret = await secretOfNewest();
    const args = { secret_hash: hashOf(secret), address_hash };
    expect(await callAsService(database.sql, "spend_password_link", args)).toBe(null);
    await database.sql`update private.account_links set purpose = 'set-password'`;
    expect(await spend("spend_staff_link", secret)).toBe(null);
  });

  test("gets a mail about the new password, which is recorded", async () => {
    const user_id = await createStaff(database.sql, "rita@payser.example");
    await callAsService(database.sql, "record_password_changed", { user_id });
    expect(await templates()).toEqual(["staff-password-changed"]);
    const trail = await database.sql`
      select action, actor from public.audit_trail where subject_id = ${user_id}`;
    expect([...trail]).toEqual([{ action: "change-password", actor: user_id }]);
  });
});

test("the owner of a staff account is notified of a new and of a lost factor; tenants and deleted accounts are not", async () => {
  const { sql } = database;
  const owner = await createStaff(sql, "rita@payser.example");
  const tenant = await createUser(sql, "contrato@contratos.payser.invalid");
  for (const user_id of [owner, tenant]) {
    const [factor] = await sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${user_id}, 'totp', 'unverified', now(), now()) returning id`;
    const id = String(factor?.["id"]);
    await sql`update auth.mfa_factors set status = 'verified' where id = ${id}`;
    // The auth server updates the row of a factor at each sign-in. Such an update does not count as a new factor.
    await sql`update auth.mfa_factors set updated_at = now() where id = ${id}`;
  }
  const changes = async () => {
    const rows = await sql`
      select recipient, (payload ->> 'isOn')::boolean as is_on from public.outgoing_mail
      where template = 'staff-factor-changed' order by created_at`;
    return rows.map((row) => [row["recipient"], row["is_on"]]);
  };
  expect(await changes()).toEqual([["rita@payser.example", true]]);
  await sql`delete from auth.mfa_factors where user_id = ${owner}`;
  expect(await changes()).toEqual([
    ["rita@payser.example", true],
    ["rita@payser.example", false],
  ]);
  await sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${owner}, 'totp', 'verified', now(), now())`;
  await sql`delete from auth.users where id = ${owner}`;
  expect(await changes()).toHaveLength(3);
});

describe("rights", () => {
  async function give(userId: string, user_id: string, rights: string[], seen?: string[]) {
    const [held] = await database.sql`
      select coalesce(${seen ?? null}::text[], private.rights_of(${user_id})) as seen`;
    return actAs(database.sql, { role: "authenticated", userId }, async (transaction) => {
      const [row] = await transaction`
        select public.set_staff_rights(${user_id}, ${rights}, ${held?.["seen"]}) as reply`;
      const reply: unknown = row?.["reply"];
      return reply;
    });
  }
  const all = [...staffRightsName].toSorted();
  const without = (name: string) => all.filter((right) => right !== name);

  test("are given by a member with the right team to others, and each change is recorded", async () => {
    const { sql } = database;
    const rita = await createStaff(sql, "rita@payser.example", ["read"]);
    const waiting = await createUser(sql, "nova@payser.example");
    const refused = { code: "PT403", message: expect.stringMatching(/Gerir a equipe.*chefe@/) };
    expect(await give(rita, rita, all)).toMatchObject(refused);
    expect(await give(releaser, rita, ["money", "read"])).toEqual({
      changed: true,
      rights: ["money", "read"],
    });
    expect(await give(releaser, rita, ["read", "money"])).toMatchObject({ changed: false });
    const stale = give(releaser, rita, ["read"], ["read"]);
    await expect(stale).rejects.toMatchObject({ code: "PT409" });
    await expect(give(releaser, waiting, ["read"])).rejects.toMatchObject({ code: "PT404" });
    await expect(give(releaser, rita, ["money"])).rejects.toMatchObject({ code: "PT422" });
    await expect(give(releaser, rita, ["read", "everything"])).rejects.toMatchObject({
      code: "PT422",
    });
    const trail = await sql`
      select actor, outcome, details from public.audit_trail
      where action = 'set-staff-rights' and subject_id = ${rita} order by id`;
    expect([...trail]).toEqual([
      { actor: rita, outcome: "denied", details: {} },
      { actor: releaser, outcome: "done", details: { from: ["read"], to: ["money", "read"] } },
    ]);
  });

  test.each(["team", "owner"])(
    "named %s stay with the last active member who has them",
    async (name) => {
      const { sql } = database;
      const last = {
        code: "PT409",
        message: expect.stringContaining("Ninguém mais tem o direito"),
      };
      await expect(give(releaser, releaser, without(name))).rejects.toMatchObject(last);
      const rita = await createStaff(sql, "rita@payser.example");
      expect(await give(rita, releaser, without(name))).toMatchObject({ changed: true });
      await expect(give(rita, rita, without(name))).rejects.toMatchObject(last);
      await expect(
        sql`update public.staff set status = 'disabled' where user_id = ${rita}`,
      ).rejects.toMatchObject(last);
      await expect(sql`delete from auth.users where id = ${rita}`).rejects.toMatchObject(last);
      await giveRights(sql, releaser, [...staffRightsName]);
      await sql`update public.staff set status = 'disabled' where user_id = ${rita}`;
      await expect(give(releaser, releaser, without(name))).rejects.toMatchObject(last);
    },
  );

  test("cannot be given up by both of their holders at once, nor given to oneself", async () => {
    const rita = await createStaff(database.sql, "rita@payser.example");
    const answers = await Promise.allSettled([
      give(releaser, releaser, without("team")),
      give(rita, rita, without("team")),
    ]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await giveRights(database.sql, releaser, [...staffRightsName]);
    await give(releaser, rita, without("payouts"));
    await giveRights(database.sql, rita, ["team"]);
    expect(await give(rita, rita, all)).toMatchObject({
      code: "PT403",
      message: expect.stringContaining("ninguém dá direitos a si"),
    });
    const denied = await database.sql`
      select action from public.audit_trail where actor = ${rita} and outcome = 'denied'`;
    expect([...denied]).toEqual([{ action: "set-staff-rights" }]);
  });

  test("named team stay with one of two holders who take them from each other at once", async () => {
    const rita = await createStaff(database.sql, "rita@payser.example");
    const answers = await Promise.allSettled([
      give(releaser, rita, without("team")),
      give(rita, releaser, without("team")),
    ]);
    const taken = answers.filter(
      (answer) => answer.status === "fulfilled" && Object(answer.value).changed === true,
    );
    expect(taken).toHaveLength(1);
    const holders = await database.sql`
      select user_id from public.staff_rights where name = 'team'`;
    expect(holders).toHaveLength(1);
    await giveRights(database.sql, releaser, [...staffRightsName]);
  });

  test("include the list of colleagues only with the right to read", async () => {
    const rita = await createStaff(database.sql, "rita@payser.example", []);
    const seen = () =>
      actAs(
        database.sql,
        { role: "authenticated", userId: rita },
        (transaction) => transaction`select email from public.staff`,
      );
    expect(await seen()).toEqual([{ email: "rita@payser.example" }]);
    await giveRights(database.sql, rita, ["read"]);
    expect(await seen()).toHaveLength(2);
  });

  test("end with the sessions of a member, when a colleague ends them", async () => {
    const rita = await createStaff(database.sql, "rita@payser.example");
    await database.sql`insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${rita})`;
    const ended = await actAs(
      database.sql,
      { role: "authenticated", userId: releaser },
      (transaction) => callAsConnected(transaction, "end_staff_sessions", { user_id: rita }),
    );
    expect(ended).toEqual({ changed: true, count: 1 });
    expect(await database.sql`select from auth.sessions where user_id = ${rita}`).toHaveLength(0);
  });
});

test("a member has a recorded name of at least three letters", async () => {
  const rita = await createStaff(database.sql, "rita@payser.example");
  const name = (full_name: string) =>
    actAs(database.sql, { role: "authenticated", userId: rita }, async (transaction) => {
      const [row] = await transaction`select public.set_my_name(${full_name}) as reply`;
      const reply: unknown = row?.["reply"];
      return reply;
    });
  expect(await name(" Rita Campos ")).toEqual({ changed: true });
  expect(await name("Rita Campos")).toEqual({ changed: false });
  await expect(name("  R ")).rejects.toMatchObject({ code: "PT422" });
  const [row] = await database.sql`select full_name from public.staff where user_id = ${rita}`;
  expect(row?.["full_name"]).toBe("Rita Campos");
});

test("the daily digest comes once a business day to subscribers who may read, with numbers alone", async () => {
  const { sql } = database;
  const rita = await createStaff(sql, "rita@payser.example");
  await createStaff(sql, "dorme@payser.example");
  const former = await createStaff(sql, "sem.direito@payser.example");
  const subscribe = (userId: string) =>
    actAs(
      sql,
      { role: "authenticated", userId },
      (transaction) => transaction`select public.set_my_digest(true)`,
    );
  await subscribe(rita);
  await subscribe(former);
  await sql`delete from public.staff_rights where user_id = ${former}`;
  /** Returns the digests that are in the queue after the schedule has run at `moment`. */
  const digestsAt = async (moment: string) => {
    await sql`select private.queue_digests(${moment}::text::timestamptz)`;
    return sql`
      select recipient, payload, idempotency_key from public.outgoing_mail
      where template = 'staff-digest' order by idempotency_key`;
  };
  expect(await digestsAt("2026-11-24T08:00-03:00"), "nothing waits").toEqual([]);
  await sql`insert into public.contact_messages ${sql(contactMessageRow({ name: "Zenóbia" }))}`;
  await sql`insert into public.simulations ${sql(simulationRow({ full_name: "Zuleica Sá" }))}`;
  for (const moment of ["24T07:59", "24T12:00", "28T09:00", "29T09:00"]) {
    expect(await digestsAt(`2026-11-${moment}-03:00`), moment).toEqual([]);
  }
  await digestsAt("2026-11-24T08:00-03:00");
  expect(await digestsAt("2026-11-24T11:59-03:00")).toEqual([
    {
      recipient: "rita@payser.example",
      payload: { waiting: { decide: 1, messages: 1 } },
      idempotency_key: `staff-digest:2026-11-24:${rita}`,
    },
  ]);
  expect(await digestsAt("2026-11-25T11:59-03:00")).toHaveLength(2);
  // The digests of the first days are parked, as when the mail server refuses an address.
  await sql`
    update public.outgoing_mail set status = 'parked' where template = 'staff-digest'`;
  const [, , parked] = await digestsAt("2026-11-26T09:00-03:00");
  expect(parked?.["payload"]).toEqual({ waiting: { decide: 1, messages: 1, mailParked: 2 } });
  await sql`update public.staff set status = 'disabled' where user_id = ${rita}`;
  expect(await digestsAt("2026-11-27T09:00-03:00")).toHaveLength(3);
});
