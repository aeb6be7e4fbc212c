import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { actAs, callAsService } from "./support/act-as.ts";
import { createStaff, createUser } from "./support/create-user.ts";
import { testDatabase } from "./support/test-database.ts";
import type { TestDatabase } from "./support/test-database.ts";

const address_hash = "c".repeat(64);

let database: TestDatabase;
let releaser: string;
beforeAll(async () => {
  database = await testDatabase();
  releaser = await createStaff(database.sql, "chefe@payser.example", true);
}, 60_000);
afterAll(() => database.close());
beforeEach(async () => {
  const { sql } = database;
  await sql`delete from auth.users where id <> ${releaser}`;
  await sql`delete from public.outgoing_mail`;
  await sql`delete from public.rate_limits`;
  await sql`update private.staff_settings set allowed_domains = '{}'`;
});

const confirm = (userId: string) =>
  database.sql`update auth.users set email_confirmed_at = now() where id = ${userId}`;

const openSignUp = (email: string) =>
  callAsService(database.sql, "open_staff_sign_up", { email, address_hash });

function release(userId: string) {
  return actAs(database.sql, { role: "authenticated", userId: releaser }, async (transaction) => {
    const [row] = await transaction`select public.set_staff_status(${userId}, 'active') as reply`;
    const reply: unknown = row?.["reply"];
    return reply;
  });
}

const endSchema = z.looseObject({ rank: z.number(), created_at: z.date(), user_id: z.string() });

async function listStaff(last?: unknown) {
  const after = last === undefined ? null : endSchema.parse(last);
  return actAs(database.sql, { role: "authenticated", userId: releaser }, (transaction) =>
    transaction.unsafe("select * from public.list_staff($1, $2, $3, 20)", [
      after?.rank ?? null,
      after?.created_at.toISOString() ?? null,
      after?.user_id ?? null,
    ]),
  );
}

async function templates() {
  const rows = await database.sql`select template from public.outgoing_mail order by created_at`;
  return rows.map((row) => String(row["template"]));
}

describe("an account is released", () => {
  test("only when its mailbox has answered", async () => {
    const id = await createUser(database.sql, "diretora@payser.example");
    await expect(release(id)).rejects.toMatchObject({
      code: "PT409",
      message: expect.stringContaining("não foi confirmado"),
    });
    await confirm(id);
    expect(await release(id)).toMatchObject({ changed: true });
  });

  test("only under the address that was confirmed", async () => {
    const id = await createUser(database.sql, "outra@payser.example");
    await confirm(id);
    await database.sql`update auth.users set email = 'nova@payser.example' where id = ${id}`;
    await expect(release(id)).rejects.toMatchObject({ code: "PT409" });
  });

  test("only when its domain is allowed, once domains are named", async () => {
    const [inside, outside] = [
      await createUser(database.sql, "dentro@payser.example"),
      await createUser(database.sql, "fora@payser.example.outro.example"),
    ];
    await Promise.all([confirm(inside), confirm(outside)]);
    await database.sql`update private.staff_settings set allowed_domains = '{payser.example}'`;
    expect(await release(inside)).toMatchObject({ changed: true });
    await expect(release(outside)).rejects.toMatchObject({
      code: "PT409",
      message: expect.stringContaining("domínio"),
    });
  });
});

describe("a sign-up", () => {
  test("is announced to staff, and on record, when the address is confirmed", async () => {
    const id = await createUser(database.sql, "nova@payser.example");
    expect(await templates()).toEqual([]);
    await confirm(id);
    expect(await templates()).toEqual(["staff-pending"]);
    const trail = await database.sql`
      select action, actor from public.audit_trail where subject_id = ${id}`;
    expect([...trail]).toEqual([{ action: "confirm-staff-address", actor: id }]);
  });

  test("makes an account, or gives one that nobody proved to whoever asked last", async () => {
    expect(await openSignUp("Nova@Payser.example ")).toEqual({ step: "create", user_id: null });
    const id = await createUser(database.sql, "nova@payser.example");
    expect(await openSignUp("nova@payser.example")).toEqual({ step: "replace", user_id: id });
  });

  test("touches no account that is confirmed or works; its owner is told by mail", async () => {
    expect(await openSignUp("chefe@payser.example")).toMatchObject({ step: "nothing" });
    await confirm(await createUser(database.sql, "nova@payser.example"));
    await database.sql`delete from public.outgoing_mail where template = 'staff-pending'`;
    expect(await openSignUp("nova@payser.example")).toMatchObject({ step: "nothing" });
    expect(await templates()).toEqual(["staff-confirmation", "staff-confirmation"]);
  });

  test.each(["abc@contratos.payser.invalid", "ABC@Contratos.payser.invalid"])(
    "of a contract's address (%s) does nothing",
    async (email) => {
      expect(await openSignUp(email)).toEqual({ step: "nothing", user_id: null });
    },
  );

  test("of another domain does nothing, once domains are named", async () => {
    await database.sql`update private.staff_settings set allowed_domains = '{payser.example}'`;
    expect(await openSignUp("a@gmail.example")).toEqual({ step: "nothing", user_id: null });
  });

  test("counts the mailbox, however its address is written", async () => {
    const steps = [];
    for (const email of [
      "alvo+1@gmail.com",
      "al.vo@gmail.com",
      "alvo@googlemail.com",
      "alvo+2@gmail.com",
    ]) {
      steps.push(Object(await openSignUp(email)).step);
    }
    expect(steps).toEqual(["create", "create", "create", "nothing"]);
  });

  test("mails one address three times an hour and no more, without a word", async () => {
    const steps = [];
    for (let call = 0; call < 5; call += 1) {
      steps.push(await openSignUp("alvo@payser.example"));
    }
    const create = { step: "create", user_id: null };
    const nothing = { step: "nothing", user_id: null };
    expect(steps).toEqual([create, create, create, nothing, nothing]);
  });
});

describe("a link that confirms an address", () => {
  const email = "nova@payser.example";
  const hashOf = (secret: unknown) => createHash("sha256").update(String(secret)).digest("hex");
  const mail = async () => {
    await callAsService(database.sql, "queue_staff_confirmation", { email });
    const [row] = await database.sql`
      select id from public.outgoing_mail order by created_at desc limit 1`;
    return String(row?.["id"]);
  };
  const secretOf = (mail_id: string) =>
    callAsService(database.sql, "account_link_secret", { mail_id });
  const newSecret = async () => secretOf(await mail());
  const emailOf = (secret: unknown) =>
    callAsService(database.sql, "open_staff_confirmation", {
      secret_hash: hashOf(secret),
      address_hash,
    });
  const spend = (secret: unknown) =>
    callAsService(database.sql, "confirm_staff_address", { secret_hash: hashOf(secret) });

  test("belongs to an unconfirmed address for a day, and is good once", async () => {
    const { sql } = database;
    await createUser(sql, email);
    const secret = await newSecret();
    expect(secret).toMatch(/^[\w-]{22}$/);
    expect(await emailOf(secret)).toBe(email);
    await sql`update private.account_links set mailed_at = now() - interval '23 hours'`;
    expect(await emailOf(secret)).toBe(email);
    await sql`update private.account_links set mailed_at = now() - interval '25 hours'`;
    expect(await emailOf(secret)).toBeNull();
    expect(await spend(secret)).toBe(false);
    await sql`update private.account_links set mailed_at = now()`;
    expect(await spend(secret)).toBe(true);
    expect(await emailOf(secret)).toBeNull();
    expect(await spend(secret)).toBe(false);
    const [user] = await sql`select email_confirmed_at from auth.users where email = ${email}`;
    expect(user?.["email_confirmed_at"]).not.toBeNull();
  });

  test("is voided by the next, and by a sign-up with another password", async () => {
    await createUser(database.sql, email);
    const [first, second] = [await newSecret(), await newSecret()];
    expect(await emailOf(first)).toBeNull();
    expect(await emailOf(second)).toBe(email);
    await openSignUp(email);
    expect(await emailOf(second)).toBeNull();
  });

  test("is the same when its mail is made once more, and stays spent", async () => {
    await createUser(database.sql, email);
    const id = await mail();
    const secret = await secretOf(id);
    expect(await secretOf(id)).toBe(secret);
    expect(await spend(secret)).toBe(true);
    await database.sql`update auth.users set email_confirmed_at = null where email = ${email}`;
    expect(await secretOf(id)).toBe(secret);
    expect(await emailOf(secret)).toBeNull();
  });

  test("opens nothing for an address that is gone or confirmed, and sets no password", async () => {
    expect(await emailOf(await newSecret())).toBeNull();
    const id = await createUser(database.sql, email);
    const secret = await newSecret();
    const asPassword = { secret_hash: hashOf(secret), address_hash };
    expect(await callAsService(database.sql, "spend_password_link", asPassword)).toBeNull();
    await confirm(id);
    expect(await emailOf(secret)).toBeNull();
    expect(await emailOf(await newSecret())).toBeNull();
  });

  test("is nowhere in the database: only what its secret hashes to", async () => {
    await createUser(database.sql, email);
    const secret = String(await newSecret());
    const [links] = await database.sql`
      select string_agg(link::text, '') as text from private.account_links as link`;
    expect(links?.["text"]).toContain(hashOf(secret));
    expect(links?.["text"]).not.toContain(secret);
  });
});

describe("510 sign-ups", () => {
  beforeEach(async () => {
    const { sql } = database;
    await sql`
      insert into auth.users (id, email, created_at)
      select gen_random_uuid(), 'inscrito' || n || '@exemplo.com.br', now() from generate_series(1, 510) as n`;
    await sql`
      update public.staff set created_at = now() + (random() * interval '1 day')
      where status = 'pending'`;
  });

  test("leave who works here first, and everybody is found page by page", async () => {
    const seen: string[] = [];
    let page = await listStaff();
    expect(page[0]).toMatchObject({ user_id: releaser, status: "active", rank: 0 });
    while (page.length > 0) {
      expect(page.length).toBeLessThanOrEqual(20);
      seen.push(...page.map((row) => String(row["user_id"])));
      page = await listStaff(page.at(-1));
    }
    expect(seen).toHaveLength(511);
    expect(new Set(seen).size).toBe(511);
    const [counts] = await actAs(
      database.sql,
      { role: "authenticated", userId: releaser },
      (transaction) => transaction`select public.count_staff() as counts`,
    );
    expect(counts?.["counts"]).toEqual({ active: 1, pending: 510, disabled: 0, unconfirmed: 510 });
  });

  test("are deleted after a week, in batches, save the confirmed and the released", async () => {
    const { sql } = database;
    await sql`update auth.users set created_at = now() - interval '8 days' where id <> ${releaser}`;
    const confirmed = await createUser(sql, "confirmada@payser.example");
    const young = await createUser(sql, "recente@payser.example");
    const active = await createStaff(sql, "antiga@payser.example");
    await sql`
      update auth.users set created_at = now() - interval '8 days'
      where id in ${sql([confirmed, active])}`;
    await confirm(confirmed);
    const purge = async () => {
      const [row] = await sql`select private.purge_expired(500) as purged`;
      const purged: unknown = row?.["purged"];
      return purged;
    };
    expect([await purge(), await purge(), await purge()]).toEqual([500, 10, 0]);
    const left = await sql`select user_id from public.staff`;
    expect(left.map((row) => row["user_id"]).toSorted()).toEqual(
      [releaser, confirmed, young, active].toSorted(),
    );
  });
});

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

  test("gets one link, good once and for an hour; strangers and the disabled get none", async () => {
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

  test("cannot use the link at the tenants' door, nor a tenant's link at this one", async () => {
    await createStaff(database.sql, "rita@payser.example");
    await ask("rita@payser.example");
    const secret = await secretOfNewest();
    const args = { secret_hash: hashOf(secret), address_hash };
    expect(await callAsService(database.sql, "spend_password_link", args)).toBe(null);
    await database.sql`update private.account_links set purpose = 'set-password'`;
    expect(await spend("spend_staff_link", secret)).toBe(null);
  });

  test("is told of the new password, and the trail knows", async () => {
    const user_id = await createStaff(database.sql, "rita@payser.example");
    await callAsService(database.sql, "record_password_changed", { user_id });
    expect(await templates()).toEqual(["staff-password-changed"]);
    const trail = await database.sql`
      select action, actor from public.audit_trail where subject_id = ${user_id}`;
    expect([...trail]).toEqual([{ action: "change-password", actor: user_id }]);
  });
});

test("a new factor and a lost one are told to their owner, not those of tenants or of an account that goes", async () => {
  const { sql } = database;
  const owner = await createStaff(sql, "rita@payser.example");
  const tenant = await createUser(sql, "contrato@contratos.payser.invalid");
  for (const user_id of [owner, tenant]) {
    const [factor] = await sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${user_id}, 'totp', 'unverified', now(), now()) returning id`;
    const id = String(factor?.["id"]);
    await sql`update auth.mfa_factors set status = 'verified' where id = ${id}`;
    // Nothing new: the auth server writes the row at each sign-in.
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

describe("who may release", () => {
  const as = (userId: string, user_id: string, may_release: boolean) =>
    actAs(database.sql, { role: "authenticated", userId }, async (transaction) => {
      const [row] = await transaction`
        select public.set_staff_release(${user_id}, ${may_release}) as reply`;
      const reply: unknown = row?.["reply"];
      return reply;
    });

  test("is given to who works here, and taken, but never from the last one", async () => {
    const { sql } = database;
    const rita = await createStaff(sql, "rita@payser.example");
    const waiting = await createUser(sql, "nova@payser.example");
    await expect(as(releaser, releaser, false)).rejects.toMatchObject({ code: "PT409" });
    await expect(as(releaser, waiting, true)).rejects.toMatchObject({ code: "PT409" });
    expect(await as(rita, rita, true)).toMatchObject({ code: "42501" });
    expect(await as(releaser, rita, true)).toEqual({ changed: true });
    expect(await as(releaser, rita, true)).toEqual({ changed: false });
    expect(await as(rita, releaser, false)).toEqual({ changed: true });
    await expect(as(rita, rita, false)).rejects.toMatchObject({ code: "PT409" });
    await sql`update public.staff set can_release = true where user_id = ${releaser}`;
    // One who is disabled keeps nobody's way open.
    await sql`update public.staff set status = 'disabled' where user_id = ${rita}`;
    await expect(as(releaser, releaser, false)).rejects.toMatchObject({ code: "PT409" });
  });

  test("both of two who give it up at once cannot", async () => {
    const rita = await createStaff(database.sql, "rita@payser.example", true);
    const answers = await Promise.allSettled([
      as(releaser, releaser, false),
      as(rita, rita, false),
    ]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await database.sql`update public.staff set can_release = true where user_id = ${releaser}`;
  });
});

test("a member has a name, of three letters and more, which is on record", async () => {
  const rita = await createStaff(database.sql, "rita@payser.example");
  const name = (full_name: string) =>
    actAs(database.sql, { role: "authenticated", userId: rita }, async (transaction) => {
      const [row] = await transaction`select public.set_my_name(${full_name}) as reply`;
      const reply: unknown = row?.["reply"];
      return reply;
    });
  expect(await name(" Rita Campos ")).toEqual({ changed: true });
  expect(await name("Rita Campos")).toEqual({ changed: false });
  await expect(name("  R ")).rejects.toMatchObject({ code: "23514" });
  const [row] = await database.sql`select full_name from public.staff where user_id = ${rita}`;
  expect(row?.["full_name"]).toBe("Rita Campos");
});
