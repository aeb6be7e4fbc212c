// @module-tag full
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staffRightsName } from "#contracts/stored-values.ts";
import { releaseStaff } from "../../scripts/staff/release-staff.ts";
import { type TestStack, testStack } from "../../supabase/tests/support/test-stack.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await testStack();
  await signUp("primeira@payser.com.br", true);
  await signUp("sem-link@payser.com.br", false);
});
afterAll(() => stack?.close());

async function signUp(email: string, isConfirmed: boolean): Promise<void> {
  const { auth } = createClient(stack.url, stack.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const password = "senha-de-teste";
  const { error } = await auth.admin.createUser({ email, password, email_confirm: isConfirmed });
  if (error) throw error;
}

async function accountOf(email: string) {
  const [row] =
    await stack.sql`select status, private.rights_of(user_id) as rights from public.staff where email = ${email}`;
  return row;
}

test("an address that is unknown, unconfirmed or of another domain is refused", async () => {
  const { databaseUrl, sql } = stack;
  await expect(releaseStaff(databaseUrl, "outra@payser.com.br")).rejects.toThrow("Não há conta");
  await expect(releaseStaff(databaseUrl, "sem-link@payser.com.br")).rejects.toThrow(
    "ainda não foi confirmado",
  );
  await sql`update private.staff_settings set allowed_domains = array['payser.net']`;
  await expect(releaseStaff(databaseUrl, "primeira@payser.com.br")).rejects.toThrow(
    "não é de um domínio permitido",
  );
  await sql`update private.staff_settings set allowed_domains = '{}'`;
  expect(await accountOf("sem-link@payser.com.br")).toMatchObject({ status: "pending" });
  expect(await accountOf("primeira@payser.com.br")).toMatchObject({ status: "pending" });
});

test("a confirmed account may work and release others, which is recorded and mailed once", async () => {
  expect(await releaseStaff(stack.databaseUrl, " Primeira@payser.com.br ")).toBe(true);
  expect(await accountOf("primeira@payser.com.br")).toEqual({
    status: "active",
    rights: [...staffRightsName].toSorted(),
  });
  expect(await releaseStaff(stack.databaseUrl, "primeira@payser.com.br")).toBe(false);
  const details = await stack.sql`
    select details from public.audit_trail where action = 'set-staff-status'`;
  expect(details).toEqual([{ details: { from: "pending", to: "active", by: "terminal" } }]);
  const mails = await stack.sql`
    select recipient from public.outgoing_mail where template = 'staff-released'`;
  expect(mails).toEqual([{ recipient: "primeira@payser.com.br" }]);
});

test("the command reports its result and fails when it changed nothing", async () => {
  const again = await run(["primeira@payser.com.br"]);
  expect(again).toEqual({ code: 0, printed: "primeira@payser.com.br já estava liberada.\n" });
  expect(await run(["sem-link@payser.com.br"])).toMatchObject({ code: 1 });
  const nobody = await run([]);
  expect(nobody).toMatchObject({ code: 1 });
  expect(nobody.printed).toContain("npm run staff:release -- <e-mail>");
});

async function run(options: string[]) {
  const child = spawn(process.execPath, ["scripts/staff/release-staff-command.ts", ...options], {
    env: {
      PATH: process.env["PATH"],
      SITE_URL: "http://localhost:3000",
      SUPABASE_DB_URL: stack.databaseUrl,
    },
  });
  const [out, problems, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, printed: `${out}${problems}` };
}
