// Calls every endpoint of the auth server as a stranger. The list of endpoints comes from the file internal/api/api.go
// of supabase/auth. Each endpoint refuses the call, reveals nothing, or gives the same answer for every e-mail address.
// No call creates, confirms or changes an account, invalidates a link from a mail, or sends a mail.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { someAddress } from "./filled-forms.ts";
import { eventually, startTestStack, type Call, type TestStack } from "./test-stack.ts";

vi.setConfig({ testTimeout: 60_000 });

const password = "cavalo bateria grampo";
const newcomer = "nova.no.time@exemplo.com.br";
let stack: TestStack;
/** E-mail addresses that a stranger might try, by kind of account. */
let addresses: Record<"staff" | "newcomer" | "contract" | "unknown", string>;
let tenant: string;

beforeAll(async () => {
  stack = await startTestStack();
  const [contract] = stack.accounts.contracts;
  const [account] = await stack.sql`
    select users.email from auth.users join public.contracts on contracts.user_id = users.id
    where contract_number = ${contract?.contractNumber ?? ""}`;
  addresses = {
    staff: stack.accounts.staff.email,
    newcomer,
    contract: String(account?.["email"]),
    unknown: "ninguem@exemplo.com.br",
  };
  tenant = (await stack.signIn(addresses.contract, contract?.password ?? "")).access_token;
  await stack.call("sign-up-staff", {
    body: { email: newcomer, password },
    from: someAddress(),
  });
  await vi.waitUntil(async () => (await stack.inbox(newcomer)).length === 1, 20_000);
}, 60_000);
afterAll(() => stack?.stop(), 30_000);

const callAuth = (path: string, call: Call = {}) =>
  stack.auth(path, { from: someAddress(), ...call });

/** Returns all data that a call to the auth server could change. */
async function traces() {
  const [row] = await stack.sql`
    select
      (select jsonb_agg(jsonb_build_array(
        users.id, email, phone, encrypted_password, email_confirmed_at, raw_user_meta_data,
        raw_app_meta_data
      ) order by users.id) from auth.users) as accounts,
      (select count(*)::integer from auth.sessions) as sessions,
      (select jsonb_agg(staff order by user_id) from public.staff) as staff,
      (select jsonb_agg(link order by secret_hash) from private.account_links as link) as links,
      (select count(*)::integer from public.outgoing_mail) as queued,
      (select count(*)::integer from auth.mfa_factors) as factors`;
  const mails = await Promise.all(Object.values(addresses).map((to) => stack.inbox(to)));
  return { ...row, mails: mails.flat().map(({ subject }) => subject) };
}

type AuthEndpoint = [endpoint: string, body: ((email: string) => object) | null, status: number];

const hash = "a".repeat(56);
const id = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";

/** Endpoints that give the same answer for known and unknown e-mail addresses. */
const alike: AuthEndpoint[] = [
  ["POST recover", (email) => ({ email }), 200],
  ["POST resend", (email) => ({ type: "signup", email }), 200],
  ["POST resend", (email) => ({ type: "email_change", email }), 200],
  ["POST signup", (email) => ({ email, password }), 422],
  ["POST otp", (email) => ({ email }), 422],
  ["POST otp", (email) => ({ email, create_user: false }), 422],
  ["POST magiclink", (email) => ({ email }), 422],
  ["POST token?grant_type=password", (email) => ({ email, password: "chute-qualquer" }), 400],
  ["POST verify", (email) => ({ type: "recovery", email, token: "123456" }), 403],
  ["POST verify", (email) => ({ type: "signup", email, token: "123456" }), 403],
  ["POST verify", (email) => ({ type: "magiclink", email, token: "123456" }), 403],
  ["POST verify", (email) => ({ type: "email_change", email, token: "123456" }), 403],
  ["POST invite", (email) => ({ email }), 403],
  ["POST admin/users", (email) => ({ email, password }), 403],
  ["POST admin/generate_link", (email) => ({ type: "recovery", email }), 403],
];

/**
 * Endpoints that refuse strangers. They are switched off, missing in this auth server, or need a session or the secret
 * key.
 */
const closed: AuthEndpoint[] = [
  ["POST signup", () => ({}), 422],
  ["POST token?grant_type=refresh_token", () => ({ refresh_token: "nenhum" }), 400],
  ["POST token?grant_type=pkce", () => ({ auth_code: id, code_verifier: "x" }), 404],
  ["POST token?grant_type=id_token", () => ({ provider: "google", id_token: "x" }), 400],
  ["POST token?grant_type=web3", () => ({ chain: "solana" }), 400],
  ["POST verify", () => ({ type: "recovery", token_hash: hash }), 403],
  ["POST logout", () => ({}), 401],
  ["GET reauthenticate", null, 401],
  ["GET user", null, 401],
  ["PUT user", () => ({ data: { a: 1 } }), 401],
  ["GET user/identities/authorize?provider=google", null, 401],
  [`DELETE user/identities/${id}`, null, 401],
  ["GET user/oauth/grants", null, 401],
  ["POST factors", () => ({ factor_type: "totp" }), 401],
  [`POST factors/${id}/challenge`, () => ({}), 401],
  [`POST factors/${id}/verify`, () => ({ code: "123456" }), 401],
  [`DELETE factors/${id}`, null, 401],
  ["POST passkeys/authentication/options", () => ({}), 401],
  ["POST passkeys/authentication/verify", () => ({}), 401],
  ["POST passkeys/registration/options", () => ({}), 401],
  ["GET passkeys", null, 401],
  ["POST sso", () => ({ domain: "exemplo.com.br" }), 401],
  ["GET sso/saml/metadata", null, 401],
  ["POST sso/saml/acs", () => ({}), 401],
  ["GET authorize?provider=google", null, 400],
  ["POST oauth/token", () => ({}), 401],
  ["POST oauth/clients/register", () => ({}), 401],
  ["GET oauth/authorize", null, 401],
  ["GET admin/audit", null, 403],
  ["GET admin/users", null, 403],
  [`PUT admin/users/${id}`, () => ({ password }), 403],
  [`DELETE admin/users/${id}`, null, 403],
  ["GET admin/sso/providers", null, 403],
  ["GET admin/oauth/clients", null, 403],
  ["GET admin/custom-providers", null, 403],
];

/** Endpoints that answer strangers. The answer is the same for every caller and reveals nothing secret. */
const harmless: AuthEndpoint[] = [
  ["GET health", null, 200],
  ["GET settings", null, 200],
  ["GET .well-known/jwks.json", null, 200],
  ["GET .well-known/openid-configuration", null, 200],
  [`GET verify?type=recovery&token=${hash}`, null, 303],
  ["GET callback?code=x&state=x", null, 303],
];

const ask = (endpoint: string, body: object | null, call: Call = {}) => {
  const [method = "", path = ""] = endpoint.split(" ");
  return callAuth(path, { method, body: body ?? "", ...call });
};

describe("an endpoint that takes an address", () => {
  test.each(alike)(
    "%s answers alike for each owner",
    { tags: ["full"] },
    async (endpoint, body, status) => {
      const before = await traces();
      const answers: { status: number; body: unknown }[] = [];
      // Each address is tried twice. If calls were limited per account, only the second call would reveal the account.
      for (const email of Object.values(addresses).flatMap((address) => [address, address])) {
        const answer = await ask(endpoint, body?.(email) ?? {});
        answers.push({ status: answer.status, body: answer.body });
      }
      expect(answers[0]).toMatchObject({ status });
      expect(answers).toEqual(answers.map(() => answers[0]));
      expect(await traces()).toEqual(before);
    },
  );
});

test("no other endpoint opens to a stranger", async () => {
  const before = await traces();
  const answers: [string, number][] = [];
  for (const [endpoint, body] of [...closed, ...harmless]) {
    answers.push([endpoint, (await ask(endpoint, body?.("") ?? null)).status]);
  }
  expect(answers).toEqual(
    [...closed, ...harmless].map(([endpoint, , status]) => [endpoint, status]),
  );
  expect(await traces()).toEqual(before);
});

test("endpoints of the secret key stay closed to a tenant", async () => {
  const before = await traces();
  const headers = { authorization: `Bearer ${tenant}` };
  for (const [endpoint, body] of [...alike, ...closed]) {
    if (!/ (admin|invite)/.test(endpoint)) continue;
    expect([
      endpoint,
      (await ask(endpoint, body?.("a@exemplo.com.br") ?? null, { headers })).status,
    ]).toEqual([endpoint, 403]);
  }
  expect(await traces()).toEqual(before);
});

test("a staff address is confirmed by our link even when others request recoveries", async () => {
  const email = "paciente@exemplo.com.br";
  await stack.call("sign-up-staff", { body: { email, password }, from: someAddress() });
  await eventually(async () => (await stack.inbox(email)).length).toBe(1);
  const [mail] = await stack.inbox(email);
  const [, tokenHash] = /confirmar-email#token_hash=([\w-]+)/.exec(mail?.text ?? "") ?? [];
  for (const endpoint of ["recover", "otp", "magiclink", "resend"]) {
    await ask(`POST ${endpoint}`, { email, type: "signup" });
  }
  const confirmed = await stack.call("confirm-staff-address", {
    body: { tokenHash, password },
    from: someAddress(),
  });
  expect(confirmed).toMatchObject({ status: 200, body: { data: { email } } });
});

test(
  "a tenant's link sets a password even when others request recoveries",
  { tags: ["full"] },
  async () => {
    const [contract] = stack.accounts.contracts;
    const email = contract?.email ?? "";
    await stack.call("recover-password", { body: { email }, from: someAddress() });
    await eventually(async () => (await stack.inbox(email)).length).toBe(1);
    const [mail] = await stack.inbox(email);
    const [, tokenHash] = /nova-senha#token_hash=([\w-]+)/.exec(mail?.text ?? "") ?? [];
    await ask("POST recover", { email: addresses.contract });
    const body = { tokenHash, password: "outra senha" };
    const reset = await stack.call("reset-contract-password", { body, from: someAddress() });
    expect(reset).toMatchObject({ status: 200 });
  },
);

test("a session cannot make the auth server write to an address that its owner names", async () => {
  const victim = "vitima.de.troca@exemplo.com.br";
  const { email, password: known } = stack.accounts.pendingStaff;
  const { access_token } = await stack.signIn(email, known);
  const headers = { authorization: `Bearer ${access_token}` };
  for (let time = 0; time < 3; time += 1) {
    await ask("PUT user", { email: victim }, { headers });
    await ask("GET reauthenticate", null, { headers });
  }
  expect(await stack.inbox(victim)).toEqual([]);
  expect(await stack.inbox(email)).toEqual([]);
});

describe("an account's own metadata", () => {
  const put = async (data: unknown, token = tenant) =>
    ask("PUT user", { data }, { headers: { authorization: `Bearer ${token}` } });
  const kept = async () => {
    const [row] = await stack.sql`
      select raw_user_meta_data as said from auth.users where email = ${addresses.contract}`;
    return JSON.stringify(row?.["said"]).length;
  };

  test("is limited to 4 kB in any shape", async () => {
    const contract = stack.accounts.contracts[0];
    const { access_token } = await stack
      .signIn(addresses.contract, "outra senha")
      .catch(() => stack.signIn(addresses.contract, contract?.password ?? ""));
    expect((await put({ note: "x".repeat(1000) }, access_token)).status).toBe(200);
    expect(await put({ note: "x".repeat(5000) }, access_token)).toMatchObject({
      status: 422,
      body: { msg: expect.stringContaining("4 kB") },
    });
    for (let part = 0; part < 6; part += 1) {
      await put({ [`part${part}`]: "x".repeat(1000) }, access_token);
    }
    expect(await kept()).toBeLessThanOrEqual(4096);
  });

  test("is refused unread in a body of more than a megabyte", async () => {
    const sent = await put({ note: "x".repeat(3_000_000) });
    expect(sent.status).toBe(413);
  });
});

test(
  "one network is refused after too many calls of an endpoint, for any address",
  { tags: ["full"] },
  async () => {
    const from = someAddress();
    const asked = await Promise.all(
      Array.from({ length: 70 }, (_call, n) =>
        ask("POST recover", { email: `p${n % 9}@exemplo.com.br` }, { from }),
      ),
    );
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(10);
    const guesses = await Promise.all(
      Array.from({ length: 40 }, () =>
        ask("POST verify", { type: "recovery", token_hash: hash }, { from }),
      ),
    );
    const refused = guesses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    expect(z.object({ error_code: z.string() }).parse(refused[0]?.body).error_code).toBe(
      "over_request_rate_limit",
    );
  },
);
