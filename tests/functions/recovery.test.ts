import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { passwordResetReplySchema, sessionSchema } from "#contracts/accounts.ts";
import { someAddress } from "./filled-forms.ts";
import { eventually, startTestStack, type TestStack } from "./test-stack.ts";

vi.setConfig({ testTimeout: 60_000 });

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
}, 60_000);
afterAll(() => stack?.stop(), 30_000);

function tenant() {
  const [first] = stack.accounts.contracts;
  if (!first) throw new Error("There is no demo contract");
  return first;
}

const askLink = (email: string, from = someAddress()) =>
  stack.call("recover-password", { body: { email }, from });

const open = (password: string) =>
  stack.call("sign-in-contract", {
    body: { contractNumber: tenant().contractNumber, password },
    from: someAddress(),
  });

const reset = (tokenHash: string, password: string) =>
  stack.call("reset-contract-password", { body: { tokenHash, password }, from: someAddress() });

async function links(email: string) {
  const mails = await stack.inbox(email);
  return mails.flatMap(
    ({ text }) => /nova-senha#token_hash=(?<hash>[\w-]+)/.exec(text)?.groups?.["hash"] ?? [],
  );
}

async function newLink(email: string): Promise<string> {
  const before = (await links(email)).length;
  await askLink(email);
  await eventually(async () => (await links(email)).length).toBe(before + 1);
  return (await links(email))[0] ?? "";
}

const refresh = (refreshToken: string) =>
  fetch(`${stack.url}/auth/v1/token?grant_type=refresh_token`, {
    method: "POST",
    headers: { apikey: stack.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: refreshToken }),
  });

describe("recovery of a contract's password", () => {
  it("leads from the link in the inbox to a new password and ends open sessions", async () => {
    const { email, password } = tenant();
    const earlier = sessionSchema.parse(Object((await open(password)).body).data);
    const hash = await newLink(email);
    const [mail] = await stack.inbox(email);
    expect(mail?.text).toContain(`${stack.siteUrl}/area-cliente/nova-senha#token_hash=`);

    const { session } = passwordResetReplySchema.parse(
      Object((await reset(hash, "outra senha")).body).data,
    );
    expect((await refresh(session?.refresh_token ?? "")).status).toBe(200);
    expect((await open(password)).status).toBe(401);
    expect((await open("outra senha")).status).toBe(200);
    expect((await refresh(earlier.refresh_token)).status).toBe(400);
    await eventually(async () =>
      (await stack.inbox(email)).map(({ subject }) => subject),
    ).toContain("A senha do seu contrato foi alterada");
  });

  it("keeps the link when the new password is refused", async () => {
    await stack.sql`delete from public.rate_limits`;
    const hash = await newLink(tenant().email);
    for (const weak of ["12345", "123456", "senha123"]) {
      expect(await reset(hash, weak)).toMatchObject({
        status: 422,
        body: { error: { code: "invalid_fields", fields: { password: expect.any(String) } } },
      });
    }
    expect((await reset(hash, "segunda senha")).status).toBe(200);
  });

  it(
    "opens the contract while strangers try it from a hundred networks",
    { tags: ["full"] },
    async () => {
      await stack.sql`delete from public.rate_limits`;
      const hash = await newLink(tenant().email);
      await open("errada");
      await stack.sql`
      insert into public.login_attempts (kind, subject_hash, address_hash, user_id)
      select kind, subject_hash, lpad(n::text, 64, '0'), user_id
      from public.login_attempts, generate_series(1, 100) as n
      where succeeded_at is null and cleared_at is null`;
      expect((await open("segunda senha")).status).toBe(429);
      expect((await reset(hash, "senha da volta")).status).toBe(200);
      expect((await open("senha da volta")).status).toBe(200);
    },
  );

  it("refuses a spent link and changes nothing", async () => {
    await stack.sql`delete from public.rate_limits`;
    const hash = await newLink(tenant().email);
    expect((await reset(hash, "terceira senha")).status).toBe(200);
    expect(await reset(hash, "quarta senha")).toMatchObject({
      status: 410,
      body: {
        error: { code: "link_expired", message: "Link inválido ou expirado. Solicite um novo." },
      },
    });
    expect((await open("terceira senha")).status).toBe(200);
  });

  it("lets one of twenty parallel calls spend a link", { tags: ["full"] }, async () => {
    await stack.sql`delete from public.rate_limits`;
    const hash = await newLink(tenant().email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reset(hash, `senha numero ${index}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("voids an earlier link when a new one is requested", { tags: ["full"] }, async () => {
    await stack.sql`delete from public.rate_limits`;
    const first = await newLink(tenant().email);
    await newLink(tenant().email);
    expect((await reset(first, "senha antiga")).status).toBe(410);
  });

  it("refuses a link after an hour", async () => {
    await stack.sql`delete from public.rate_limits`;
    const hash = await newLink(tenant().email);
    await stack.sql`
      update private.account_links set mailed_at = mailed_at - interval '61 minutes'`;
    expect((await reset(hash, "senha tardia")).status).toBe(410);
  });

  it("leaves no hash in the queue", async () => {
    const rows = await stack.sql`
      select payload from public.outgoing_mail where template = 'password-recovery'`;
    for (const hash of await links(tenant().email)) {
      expect(JSON.stringify(rows)).not.toContain(hash);
    }
  });
});

describe("a recovery request for an address", () => {
  it("gets the same answer for known and unknown ones, also on repeat and without mail", async () => {
    await stack.sql`delete from public.rate_limits`;
    const shape = ({ status, headers, body }: Awaited<ReturnType<typeof askLink>>) => {
      const { date: _date, "x-request-id": _id, ...others } = headers;
      return { status, headers: others, body };
    };
    const known = tenant().email;
    const unknown = "ninguem@exemplo.com.br";
    await stack.smtp.stop();
    for (let round = 0; round < 5; round += 1) {
      const from = someAddress();
      const answers = await Promise.all([askLink(known, from), askLink(unknown, from)]);
      expect(shape(answers[0])).toEqual(shape(answers[1]));
    }
    await stack.smtp.start();
    expect(await stack.inbox(unknown)).toEqual([]);
  });

  it("is limited by the caller's address", { tags: ["full"] }, async () => {
    const from = someAddress();
    const answers = await Promise.all(
      Array.from({ length: 11 }, (_, index) => askLink(`pessoa${index}@exemplo.com.br`, from)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});

describe("recovery of a staff password", () => {
  const staff = () => stack.accounts.staff;
  const enter = (password: string) =>
    stack.call("sign-in-staff", { body: { email: staff().email, password }, from: someAddress() });
  const resetStaff = (tokenHash: string, password: string) =>
    stack.call("reset-staff-password", { body: { tokenHash, password }, from: someAddress() });
  const ask = (email: string) =>
    stack.call("recover-password", { body: { email, account: "staff" }, from: someAddress() });
  const staffLinks = async () =>
    (await stack.inbox(staff().email)).flatMap(
      ({ text }) =>
        /nova-senha#conta=equipe&token_hash=(?<hash>[\w-]+)/.exec(text)?.groups?.["hash"] ?? [],
    );
  const subjects = async () => (await stack.inbox(staff().email)).map(({ subject }) => subject);

  it("leads from the link to a new password of twelve letters once, ends sessions and sends a mail", async () => {
    await stack.sql`delete from public.rate_limits`;
    const { email, password } = staff();
    const earlier = sessionSchema.parse(Object((await enter(password)).body).data);
    expect(await ask(email)).toMatchObject({ status: 200, body: { ok: true, data: {} } });
    await eventually(async () => (await staffLinks()).length).toBe(1);
    const [hash = ""] = await staffLinks();

    for (const weak of ["curta", "Flamengo2024!"])
      expect(await resetStaff(hash, weak)).toMatchObject({
        status: 422,
        body: { error: { fields: { password: expect.any(String) } } },
      });
    // This endpoint is for tenants and accepts weaker passwords, so it must refuse the link of a staff account.
    expect((await reset(hash, "senha curta")).status).toBe(410);
    expect((await resetStaff(hash, "cavalo bateria grampo")).status).toBe(200);
    expect((await resetStaff(hash, "outro cavalo bateria")).status).toBe(410);
    expect((await refresh(earlier.refresh_token)).status).toBe(400);
    expect((await enter(password)).status).toBe(401);
    expect((await enter("cavalo bateria grampo")).status).toBe(200);
    await eventually(subjects).toContain("A senha da sua conta da equipe foi alterada");
  });

  it("answers an unknown address and a tenant's alike, and mails neither", async () => {
    await stack.sql`delete from public.rate_limits`;
    for (const email of ["ninguem@exemplo.com.br", tenant().email])
      expect(await ask(email)).toMatchObject({ status: 200, body: { ok: true, data: {} } });
    const queued = await stack.sql`
      select from public.outgoing_mail
      where template = 'staff-recovery' and recipient <> ${staff().email}`;
    expect(queued).toHaveLength(0);
  });

  it("is unnecessary with the old password: the session goes on and others end", async () => {
    await stack.sql`delete from public.rate_limits`;
    const old = "cavalo bateria grampo";
    const here = sessionSchema.parse(Object((await enter(old)).body).data);
    const elsewhere = sessionSchema.parse(Object((await enter(old)).body).data);
    const change = (currentPassword: string, newPassword: string) =>
      stack.call("change-staff-password", {
        body: { currentPassword, newPassword },
        headers: { authorization: `Bearer ${here.access_token}` },
        from: someAddress(),
      });
    expect((await change("chute qualquer", "girafa lilas mineira")).status).toBe(401);
    expect((await change(old, "123456789012")).status).toBe(422);
    expect((await change(old, "girafa lilas mineira")).status).toBe(200);
    expect((await refresh(elsewhere.refresh_token)).status).toBe(400);
    expect((await refresh(here.refresh_token)).status).toBe(200);
    expect((await enter(old)).status).toBe(401);
    expect((await enter("girafa lilas mineira")).status).toBe(200);
  });
});
