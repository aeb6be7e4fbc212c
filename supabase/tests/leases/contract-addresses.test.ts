import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callFunction } from "../support/call-api.ts";
import { createUser } from "../support/create-user.ts";
import { type TestStack, testStack } from "../support/test-stack.ts";
import { mayPrint } from "../../../tests/support/runner/printed-problems.ts";

const stateless = { auth: { persistSession: false, autoRefreshToken: false } };
const password = "senha-de-teste-longa";

let stack: TestStack;
beforeAll(async () => {
  stack = await testStack();
}, 60_000);
afterAll(() => stack.close());

const visitor = () => createClient(stack.url, stack.publishableKey, stateless).auth;

async function accounts(pattern: string) {
  const rows = await stack.sql`select email from auth.users where email ilike ${pattern}`;
  return rows.map((row) => String(row["email"]));
}

describe("an address of contracts", () => {
  // Before the database refuses the address, the auth server tries to send a mail and fails, because these tests have
  // no SMTP server. The product itself never makes the auth server send mail.
  mayPrint(/^Auth error: Error: SmtpEmailDriver send failed/);

  const squatters = [
    "squatter@contratos.payser.invalid",
    "Squatter@CONTRATOS.payser.invalid",
    "squatter+1@contratos.payser.INVALID",
  ];

  test.each(squatters)("cannot be signed up: %s", async (email) => {
    const { error } = await visitor().signUp({ email, password });
    expect(error?.status).toBeGreaterThanOrEqual(400);
    expect(error?.status).toBeLessThan(500);
    const opened = await callFunction(stack, stack.personas.service, "open_staff_sign_up", {
      email,
      address_hash: "a".repeat(64),
    });
    expect(opened.json).toEqual({ step: "nothing", user_id: null });
    expect(await accounts("squatter%")).toEqual([]);
  });

  test.each(squatters)(
    "is refused to the admin API without a contract's metadata: %s",
    async (email) => {
      await expect(made(email, {})).rejects.toMatchObject({ status: expect.any(Number) });
      expect(await accounts("squatter%")).toEqual([]);
    },
  );

  test("cannot be taken by changing one's own address", async () => {
    const email = "equipe.nova@payser.example";
    const { id } = await made(email, {});
    const client = visitor();
    await client.signInWithPassword({ email, password });
    const { error } = await client.updateUser({ email: "squatter@contratos.payser.invalid" });
    expect(error?.status).toBe(422);
    expect(await accounts("squatter%")).toEqual([]);
    await expect(
      stack.sql`update auth.users set email = 'squatter@contratos.payser.invalid' where id = ${id}`,
    ).rejects.toMatchObject({ code: "PT422" });
  });

  test("stays with the account of a contract", async () => {
    const email = "fixo@contratos.payser.invalid";
    const { id } = await made(email, { account: "contract" });
    const client = visitor();
    await client.signInWithPassword({ email, password });
    const { error } = await client.updateUser({ email: "outro@exemplo.com.br" });
    expect(error?.status).toBe(422);
    await expect(
      stack.sql`update auth.users set email = 'outro@exemplo.com.br' where id = ${id}`,
    ).rejects.toMatchObject({ code: "PT422" });
  });

  test("is refused by the database itself, without the hook and for any user", async () => {
    for (const email of ["a@contratos.payser.invalid", "A@Contratos.Payser.Invalid"]) {
      await expect(
        stack.sql`
          insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data)
          values (gen_random_uuid(), ${email}, '{"provider": "email"}', '{"account": "contract"}')`,
      ).rejects.toMatchObject({ code: "PT422" });
    }
  });

  test("is given with the secret key, also when the contract's metadata come later", async () => {
    await made("dado@contratos.payser.invalid", { account: "contract" });
    await stack.sql.begin(async (sql) => {
      await sql`
        insert into auth.users (id, email, raw_app_meta_data)
        values (gen_random_uuid(), 'depois@contratos.payser.invalid', '{}')`;
      await sql`
        update auth.users set raw_app_meta_data = '{"account": "contract"}'
        where email = 'depois@contratos.payser.invalid'`;
    });
    expect(await accounts("d%@contratos.payser.invalid")).toHaveLength(3);
  });

  test("makes nobody a member of staff", async () => {
    const id = await createUser(stack.sql, "Maiuscula@contratos.payser.invalid");
    const rows = await stack.sql`select from public.staff where user_id = ${id}`;
    expect(rows).toHaveLength(0);
  });
});

async function made(email: string, app_metadata: Record<string, string>) {
  const { data, error } = await createClient(
    stack.url,
    stack.secretKey,
    stateless,
  ).auth.admin.createUser({ email, password, email_confirm: true, app_metadata });
  if (error) throw error;
  return data.user;
}
