import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callAsService } from "../support/act-as.ts";
import { createStaff } from "../support/create-user.ts";
import { testDatabase } from "../support/test-database.ts";
import type { TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
let userId: string;
beforeAll(async () => {
  database = await testDatabase();
  userId = await createStaff(database.sql, "equipe@payser.example");
}, 60_000);
afterAll(() => database.close());
beforeEach(async () => {
  const { sql } = database;
  await sql`alter table public.audit_trail disable trigger user`;
  await sql`delete from public.audit_trail`;
  await sql`alter table public.audit_trail enable trigger user`;
  await sql`delete from public.login_attempts`;
});

/** Records a sign-in attempt with a right or a wrong password, in the same way that edge functions do. */
async function attempt(subject: string, isRight: boolean): Promise<void> {
  const opened = await callAsService(database.sql, "open_sign_in", {
    kind: "staff",
    subject,
    address_hash: "a".repeat(64),
  });
  const attempt_id: unknown = Object(opened).attempt_id;
  await callAsService(database.sql, isRight ? "confirm_sign_in" : "record_failed_sign_in", {
    attempt_id,
  });
}

async function trail() {
  const rows = await database.sql`
    select actor, action, subject_id, outcome, details from public.audit_trail order by id`;
  return [...rows];
}

test("a sign-in and a failure are recorded with the account and without typed data", async () => {
  await attempt("equipe@payser.example", false);
  await attempt("equipe@payser.example", true);
  await attempt("ninguem@exemplo.com.br", false);
  const common = { action: "sign-in", details: { kind: "staff" } };
  expect(await trail()).toEqual([
    { ...common, actor: null, subject_id: userId, outcome: "denied" },
    { ...common, actor: userId, subject_id: userId, outcome: "done" },
    { ...common, actor: null, subject_id: null, outcome: "denied" },
  ]);
});

test("guesses do not fill the record", async () => {
  for (let guess = 0; guess < 8; guess += 1) {
    await attempt("equipe@payser.example", false);
    await attempt(`ninguem${guess}@exemplo.com.br`, false);
  }
  expect(await trail()).toHaveLength(2);
});

test("passwords tried directly at the auth server are recorded too", async () => {
  const judge = (valid: boolean) =>
    database.sql`
      select private.judge_password_attempt(${database.sql.json({ user_id: userId, valid })})`;
  await judge(false);
  await judge(true);
  expect((await trail()).map(({ outcome, details }) => [outcome, details])).toEqual([
    ["denied", { kind: "password-grant" }],
    ["done", { kind: "password-grant" }],
  ]);
});

describe("the auth server's hook for passwords", () => {
  const judge = async (valid = false) => {
    const [row] = await database.sql`
      select private.judge_password_attempt(
        ${database.sql.json({ user_id: userId, valid })}) ->> 'decision' as decision`;
    return row?.["decision"];
  };
  const kinds = async () => {
    const rows = await database.sql`
      select kind, judged_at is not null as judged from public.login_attempts order by created_at, kind`;
    return rows.map((row) => [row["kind"], row["judged"]]);
  };
  const open = (age: string) => database.sql`
    insert into public.login_attempts (kind, subject_hash, address_hash, user_id, created_at)
    values ('staff', repeat('a', 64), repeat('b', 64), ${userId}, clock_timestamp() - ${age}::interval)`;

  test("lets a gate's attempt through once, and further ones count as direct", async () => {
    await open("0 seconds");
    expect(await judge()).toBe("continue");
    expect(await kinds()).toEqual([["staff", true]]);
    expect(await judge()).toBe("continue");
    expect(await kinds()).toEqual([
      ["staff", true],
      ["password-grant", true],
    ]);
  });

  test("lets two attempts of the gate through, of which none counts as direct", async () => {
    await open("2 seconds");
    await open("1 second");
    await judge();
    await judge();
    expect(await kinds()).toEqual([
      ["staff", true],
      ["staff", true],
    ]);
  });

  // After the sign-in gate has recorded an attempt, one password check within 30 seconds belongs to it. Edge functions
  // wait less than 30 seconds for the auth server, and attackers cannot save up attempts for later.
  test.each([
    ["25 seconds", [["staff", true]]],
    [
      "35 seconds",
      [
        ["staff", false],
        ["password-grant", true],
      ],
    ],
  ])("judges an attempt of the gate after %s", async (age, expected) => {
    await open(age);
    await judge();
    expect(await kinds()).toEqual(expected);
  });

  test("lets nothing more through after a success", async () => {
    await open("1 second");
    await database.sql`update public.login_attempts set succeeded_at = now()`;
    await judge();
    expect((await kinds()).map(([kind]) => kind)).toEqual(["staff", "password-grant"]);
  });
});
