import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually, startTestStack, type TestStack } from "./test-stack.ts";

vi.setConfig({ testTimeout: 60_000 });

const password = "cavalo bateria grampo";
let stack: TestStack;
let callers = 0;
beforeAll(async () => {
  stack = await startTestStack();
}, 60_000);
afterAll(() => stack?.stop(), 30_000);

/** Each call comes from another loopback address, because sign-ups are limited per network address. */
const from = () => `127.0.1.${(callers += 1)}`;
const signUp = (email: string, chosen = password) =>
  stack.call("sign-up-staff", { body: { email, password: chosen }, from: from() });
const confirm = (tokenHash: string, typed = password) =>
  stack.call("confirm-staff-address", { body: { tokenHash, password: typed }, from: from() });

async function signIn(email: string, typed = password): Promise<string> {
  const reply = await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: stack.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password: typed }),
  });
  return reply.ok ? "session" : String(reply.headers.get("x-sb-error-code"));
}

/** Waits until `count` confirmation mails have arrived at an e-mail address. Returns the token in the newest mail. */
async function linkOf(email: string, count = 1): Promise<string> {
  await eventually(async () => (await stack.inbox(email)).length).toBe(count);
  const [newest] = await stack.inbox(email);
  const [, token = ""] = /confirmar-email#token_hash=([\w-]+)/.exec(newest?.text ?? "") ?? [];
  return token;
}

async function staffRow(email: string) {
  const [row] = await stack.sql`
    select staff.status, users.email_confirmed_at is not null as confirmed
    from public.staff join auth.users on users.id = staff.user_id where users.email = ${email}`;
  return row ?? null;
}

describe("an account of staff", () => {
  test("is confirmed by the mailed link together with the password of the sign-up", async () => {
    const email = "nova.pessoa.2@exemplo.com.br";
    expect((await signUp(email)).status).toBe(200);
    expect(await staffRow(email)).toEqual({ status: "pending", confirmed: false });
    const token = await linkOf(email);
    expect(await signIn(email)).toBe("email_not_confirmed");

    expect((await confirm(token, "outra senha qualquer")).status).toBe(401);
    expect(await staffRow(email)).toMatchObject({ confirmed: false });
    expect((await confirm(token)).status).toBe(200);
    expect(await staffRow(email)).toEqual({ status: "pending", confirmed: true });
    expect((await confirm(token)).status).toBe(410);
    expect(await signIn(email)).toBe("session");
    await eventually(async () =>
      (await stack.inbox(stack.accounts.staff.email)).some(({ text }) => text.includes(email)),
    ).toBe(true);
  });

  test(
    "made with another person's mailbox is never confirmed by the mailbox's owner",
    { tags: ["full"] },
    async () => {
      const email = "diretora@exemplo.com.br";
      await signUp(email, "senha do atacante 1");
      const lured = await linkOf(email);
      // An attacker signed up with the director's e-mail address. The director opens the link in the mail, but types a
      // password that differs from the attacker's.
      expect((await confirm(lured, "senha da diretora 9")).status).toBe(401);
      expect(await staffRow(email)).toMatchObject({ confirmed: false });
      // The director now signs up with the same address. From then on, only the director's password and the newest link
      // are valid.
      await signUp(email, "senha da diretora 9");
      const own = await linkOf(email, 2);
      expect((await confirm(lured, "senha da diretora 9")).status).toBe(410);
      expect((await confirm(own, "senha do atacante 1")).status).toBe(401);
      expect((await confirm(own, "senha da diretora 9")).status).toBe(200);
      expect(await signIn(email, "senha do atacante 1")).toBe("invalid_credentials");
    },
  );
});

test(
  "a sign-up looks the same for new, known and forbidden addresses",
  { tags: ["full"] },
  async () => {
    const answers = [];
    for (const email of [
      "ninguem@exemplo.com.br",
      "ninguem@exemplo.com.br",
      stack.accounts.staff.email,
      "x@contratos.payser.invalid",
    ]) {
      const { status, body } = await signUp(email);
      answers.push([status, body]);
    }
    expect(answers).toEqual(Array.from({ length: 4 }, () => [200, { ok: true, data: {} }]));
    const { email, password: known } = stack.accounts.staff;
    expect(await signIn(email, known)).toBe("session");
    const [contract] = await stack.sql`
    select from auth.users where email = 'x@contratos.payser.invalid'`;
    expect(contract).toBeUndefined();
    await eventually(async () =>
      (await stack.inbox(email)).map(({ subject }) => subject),
    ).toContain("Você já tem uma conta na área de gerenciamento");
  },
);

test(
  "two parallel sign-ups of a new address both get answers and make one account",
  { tags: ["full"] },
  async () => {
    const email = "apressada@exemplo.com.br";
    const answers = await Promise.all([signUp(email), signUp(email), signUp(email)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await staffRow(email)).toEqual({ status: "pending", confirmed: false });
  },
);

test.each(["curta", "Flamengo2024!", "123456789012"])(
  "a sign-up refuses the password %s",
  async (chosen) => {
    const { status, body } = await signUp("fraca@exemplo.com.br", chosen);
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { fields: { password: expect.any(String) } } });
    expect(await staffRow("fraca@exemplo.com.br")).toBeNull();
  },
);

test("the auth server's own sign-up is closed", async () => {
  const reply = await fetch(`${stack.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: stack.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email: "direto@exemplo.com.br", password }),
  });
  expect(reply.status).toBe(422);
  expect(await staffRow("direto@exemplo.com.br")).toBeNull();
});

test(
  "the state of a sign-up is hidden from callers without its password",
  { tags: ["full"] },
  async () => {
    await signUp("pendente@exemplo.com.br");
    expect(await signIn("pendente@exemplo.com.br", "chute-qualquer")).toBe("invalid_credentials");
    expect(await signIn("inexistente@exemplo.com.br", "chute-qualquer")).toBe(
      "invalid_credentials",
    );
  },
);
