import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { actAs, callAsService } from "../support/act-as.ts";
import { createStaff, createUser } from "../support/create-user.ts";
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

describe("the release of an account", () => {
  test("needs its mailbox's confirmation", async () => {
    const id = await createUser(database.sql, "diretora@payser.example");
    await expect(release(id)).rejects.toMatchObject({
      code: "PT409",
      message: expect.stringContaining("não foi confirmado"),
    });
    await confirm(id);
    expect(await release(id)).toMatchObject({ changed: true });
  });

  test("applies only to the confirmed address", async () => {
    const id = await createUser(database.sql, "outra@payser.example");
    await confirm(id);
    await database.sql`update auth.users set email = 'nova@payser.example' where id = ${id}`;
    await expect(release(id)).rejects.toMatchObject({ code: "PT409" });
  });

  test("needs an allowed domain once domains are listed", async () => {
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
  test("is announced to staff and recorded when the address is confirmed", async () => {
    const id = await createUser(database.sql, "nova@payser.example");
    expect(await templates()).toEqual([]);
    await confirm(id);
    expect(await templates()).toEqual(["staff-pending"]);
    const trail = await database.sql`
      select action, actor from public.audit_trail where subject_id = ${id}`;
    expect([...trail]).toEqual([{ action: "confirm-staff-address", actor: id }]);
  });

  test("makes an account, or gives an unproven one to the latest caller", async () => {
    expect(await openSignUp("Nova@Payser.example ")).toEqual({ step: "create", user_id: null });
    const id = await createUser(database.sql, "nova@payser.example");
    expect(await openSignUp("nova@payser.example")).toEqual({ step: "replace", user_id: id });
  });

  test("changes no confirmed or working account, whose owner gets a mail", async () => {
    expect(await openSignUp("chefe@payser.example")).toMatchObject({ step: "nothing" });
    await confirm(await createUser(database.sql, "nova@payser.example"));
    await database.sql`delete from public.outgoing_mail where template = 'staff-pending'`;
    expect(await openSignUp("nova@payser.example")).toMatchObject({ step: "nothing" });
    expect(await templates()).toEqual(["staff-confirmation", "staff-confirmation"]);
  });

  test.each(["abc@contratos.payser.invalid", "ABC@Contratos.payser.invalid"])(
    "has no effect for a contract's address (%s)",
    async (email) => {
      expect(await openSignUp(email)).toEqual({ step: "nothing", user_id: null });
    },
  );

  test("has no effect for another domain once domains are listed", async () => {
    await database.sql`update private.staff_settings set allowed_domains = '{payser.example}'`;
    expect(await openSignUp("a@gmail.example")).toEqual({ step: "nothing", user_id: null });
  });

  test("counts the mailbox for any spelling of its address", async () => {
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

  test("mails one address at most three times an hour, silently", async () => {
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

  test("is valid once within a day for an unconfirmed address", async () => {
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

  test("is voided by the next one, and by a sign-up with another password", async () => {
    await createUser(database.sql, email);
    const [first, second] = [await newSecret(), await newSecret()];
    expect(await emailOf(first)).toBeNull();
    expect(await emailOf(second)).toBe(email);
    await openSignUp(email);
    expect(await emailOf(second)).toBeNull();
  });

  test("stays the same when its mail is made again, and stays spent", async () => {
    await createUser(database.sql, email);
    const id = await mail();
    const secret = await secretOf(id);
    expect(await secretOf(id)).toBe(secret);
    expect(await spend(secret)).toBe(true);
    await database.sql`update auth.users set email_confirmed_at = null where email = ${email}`;
    expect(await secretOf(id)).toBe(secret);
    expect(await emailOf(secret)).toBeNull();
  });

  test("opens nothing for a deleted or confirmed address, and sets no password", async () => {
    expect(await emailOf(await newSecret())).toBeNull();
    const id = await createUser(database.sql, email);
    const secret = await newSecret();
    const asPassword = { secret_hash: hashOf(secret), address_hash };
    expect(await callAsService(database.sql, "spend_password_link", asPassword)).toBeNull();
    await confirm(id);
    expect(await emailOf(secret)).toBeNull();
    expect(await emailOf(await newSecret())).toBeNull();
  });

  test("is stored in the database only as the hash of its secret", async () => {
    await createUser(database.sql, email);
    const secret = String(await newSecret());
    const [links] = await database.sql`
      select string_agg(link::text, '') as text from private.account_links as link`;
    expect(links?.["text"]).toContain(hashOf(secret));
    expect(links?.["text"]).not.toContain(secret);
  });
});

describe("a list of 510 sign-ups", () => {
  beforeEach(async () => {
    const { sql } = database;
    await sql`
      insert into auth.users (id, email, created_at)
      select gen_random_uuid(), 'inscrito' || n || '@exemplo.com.br', now() from generate_series(1, 510) as n`;
    await sql`
      update public.staff set created_at = now() + (random() * interval '1 day')
      where status = 'pending'`;
  });

  test("shows staff first and reaches everybody page by page", async () => {
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

  test("is purged after a week in batches, except for confirmed and released accounts", async () => {
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
