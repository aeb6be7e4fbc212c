import { expect, test } from "vitest";
import { z } from "zod";
import { refundAccountSchema } from "#contracts/requests/tracking.ts";
import { actAs } from "../support/act-as.ts";
import { hashOf } from "../support/hash-of.ts";
import { type Signed, endingFixtures } from "../support/ending-fixtures.ts";
import { createUser } from "../support/create-user.ts";
import { oweRefund, tenantAccount as own } from "../support/owe-refund.ts";

const { fixtures, signed, as, asStaff, queued } = endingFixtures();
const address_hash = "a".repeat(64);
const nobody = "00000000-0000-4000-8000-000000000000";
const other = {
  kind: "bank",
  bank: "Banco do Brasil",
  branch: "0352-2",
  number: "12345-6",
  type: "checking",
  holder: "Rui Lima",
  document: "11144477735",
};

/** Makes a contract whose tenant gets R$ 300,00 back. */
async function refunded(): Promise<Signed> {
  const { sql } = fixtures;
  const contract = await signed();
  await oweRefund(sql, contract.id);
  await sql`delete from public.outgoing_mail`;
  return contract;
}

const give = ({ id, user }: Signed, account: object, who = user) =>
  as(who, "give_refund_account", { contract_id: id, account });
const giveByLink = ({ secret_hash }: { secret_hash: string }, account: object) =>
  fixtures.call("refund_account_by_link", { secret_hash, address_hash, account });
const read = ({ id, user }: Signed, who = user) =>
  as(who, "my_refund_account", { contract_id: id });
const confirm = (secret: string) =>
  fixtures.call("confirm_refund_account", { secret_hash: hashOf(secret), address_hash });

const mailSchema = z.object({ id: z.string(), recipient: z.string() });

/** Returns the secret of the latest mailed link. */
async function mailedSecret(): Promise<string> {
  const [mail] = await fixtures.sql`
    select id, recipient from public.outgoing_mail where template = 'refund-account'
    order by created_at desc limit 1`;
  const { id, recipient } = mailSchema.parse(mail);
  expect(recipient).toBe("ana@exemplo.com.br");
  return String(await fixtures.call("account_secret", { mail_id: id }));
}

/** Returns what staff read of the payee: name, account and version. */
async function payee({ id }: Signed) {
  const [row] = await fixtures.sql`
    select paid.payee, paid.account, paid.version
    from public.charges as charge cross join private.payee_of(charge) as paid
    where charge.contract_id = ${id} and charge.kind = 'refund'`;
  return row;
}

test("an account counts once its mailed link confirms it, and the next one needs its own link", async () => {
  const contract = await refunded();
  expect(await read(contract)).toEqual({});
  const next = { text: "Pix •••m.br, em nome de A. M.", isOther: false };
  expect(await give(contract, own)).toEqual({ next });
  expect(await payee(contract)).toMatchObject({ account: null, version: 0 });
  const secret = await mailedSecret();
  expect(await confirm(secret)).toEqual({ account: next });
  expect(await payee(contract)).toEqual({ payee: "Ana Márcia", account: own, version: 1 });
  // The link works once.
  expect(await confirm(secret)).toBeNull();
  const another = { text: "Banco do Brasil, conta •••5-6, em nome de R. L.", isOther: true };
  expect(await give(contract, other)).toEqual({ account: next, next: another });
  expect(await payee(contract)).toMatchObject({ account: own, version: 1 });
  expect(await confirm(await mailedSecret())).toEqual({ account: another });
  expect(await payee(contract)).toEqual({ payee: "Rui Lima", account: other, version: 2 });
  const [trail] = await fixtures.sql`
    select array_agg(details ->> 'status' order by id) as statuses, count(actor)::int as people
    from public.audit_trail where action = 'change-refund-account' and subject_id = ${contract.id}`;
  // Only two of the four entries have an actor, because a person who opens a mailed link is not signed in.
  expect(trail).toEqual({ statuses: ["asked", "confirmed", "asked", "confirmed"], people: 2 });
});

test("a newer account makes the link of the former void", async () => {
  const contract = await refunded();
  await give(contract, own);
  const former = await mailedSecret();
  await give(contract, other);
  expect(await queued()).toEqual(["refund-account"]);
  expect(await confirm(former)).toBeNull();
  expect(await confirm(await mailedSecret())).toMatchObject({ account: { isOther: true } });
});

test("the same account again gets no second mail at once, and a new link later", async () => {
  const contract = await refunded();
  const first = await give(contract, own);
  const secret = await mailedSecret();
  expect(await give(contract, own)).toEqual(first);
  expect(await mailedSecret()).toBe(secret);
  await fixtures.sql`update public.refund_accounts set asked_at = now() - interval '2 minutes'`;
  await give(contract, own);
  expect(await mailedSecret()).not.toBe(secret);
  expect(await confirm(secret)).toBeNull();
  await confirm(await mailedSecret());
  await fixtures.sql`delete from public.outgoing_mail`;
  expect(await give(contract, own)).toMatchObject({ account: { isOther: false } });
  expect(await queued()).toEqual([]);
});

test("the holder of the request's link gives the account without a password, and confirms it by mail", async () => {
  const contract = await refunded();
  expect(await giveByLink(contract, own)).toMatchObject({ next: { isOther: false } });
  const { contract: tracked } = await fixtures.track(contract.secret_hash);
  expect(tracked?.refundAccount).toMatchObject({ next: { isOther: false } });
  await confirm(await mailedSecret());
  const { contract: confirmed } = await fixtures.track(contract.secret_hash);
  expect(confirmed?.refundAccount).toMatchObject({ account: { isOther: false } });
  expect(await giveByLink({ secret_hash: "e".repeat(64) }, own)).toBeNull();
});

test("nobody but the tenant gives or reads the account of a refund", async () => {
  const [contract, foreign] = [await refunded(), await refunded()];
  const stranger = await createUser(fixtures.sql, `${crypto.randomUUID()}@exemplo.com.br`);
  for (const who of [foreign.user, stranger, fixtures.staffId]) {
    expect(await give(contract, own, who)).toMatchObject({ code: "42501" });
    expect(await read(contract, who)).toBeNull();
  }
  expect(await give({ ...contract, id: nobody }, own)).toMatchObject({ code: "42501" });
  expect(await queued()).toEqual([]);
  // The link of another request leads to another contract.
  await giveByLink(foreign, other);
  expect(await read(contract)).toEqual({});
  expect(await read(foreign)).toMatchObject({ next: { isOther: true } });
  expect(await fixtures.track(contract.secret_hash)).toMatchObject({
    contract: { refundAccount: {} },
  });
  const visitor = fixtures.sql.begin(async (sql) => {
    await sql`select set_config('role', 'anon', true)`;
    await sql`select public.give_refund_account(${contract.id}, '{}')`;
  });
  await expect(visitor).rejects.toMatchObject({ code: "42501" });
  for (const name of ["confirm_refund_account", "refund_account_by_link", "account_secret"]) {
    const args = {
      confirm_refund_account: { secret_hash: "e".repeat(64), address_hash },
      refund_account_by_link: { secret_hash: "e".repeat(64), address_hash, account: own },
      account_secret: { mail_id: nobody },
    }[name];
    await expect(asStaff(name, args ?? {}), name).rejects.toMatchObject({ code: "42501" });
  }
});

test("no account can be given or confirmed when nothing is to be given back", async () => {
  const [none, contract] = [await signed(), await refunded()];
  expect(await read(none)).toBeNull();
  await expect(give(none, own)).rejects.toMatchObject({ code: "PT409" });
  await expect(giveByLink(none, own)).rejects.toMatchObject({ code: "PT409" });
  await give(contract, own);
  const secret = await mailedSecret();
  await fixtures.sql`
    select private.cancel_charge(charge, 'Era de outro') from public.charges as charge
    where charge.contract_id = ${contract.id} and charge.kind = 'refund'`;
  expect(await confirm(secret)).toBeNull();
  expect(await fixtures.count("public.refund_accounts where account is not null")).toBe(0);
  expect(await read(contract)).toBeNull();
  await expect(give(contract, own)).rejects.toMatchObject({ code: "PT409" });
});

test("a link that was mailed to a former address confirms nothing", async () => {
  const contract = await refunded();
  await give(contract, own);
  const secret = await mailedSecret();
  await fixtures.sql`
    update public.contracts set tenant_email = 'nova@exemplo.com.br' where id = ${contract.id}`;
  expect(await confirm(secret)).toBeNull();
  await fixtures.sql`update public.contracts set tenant_email = null where id = ${contract.id}`;
  await expect(give(contract, other)).rejects.toMatchObject({ code: "PT409" });
});

test.each([
  ["null", null],
  ["a text", "Pix"],
  ["without holder", { ...own, holder: "" }],
  ["with a short document", { ...own, document: "123" }],
  ["of an unknown kind", { ...own, kind: "boleto" }],
  ["with letters in the number", { ...other, number: "abc" }],
  ["with more than an account", { ...own, note: "x".repeat(100_000) }],
])("an account that is %s is refused beside its field", async (_what, account) => {
  const contract = await refunded();
  const call = fixtures.sql`
    select private.ask_refund_account(contract, ${account === null ? null : fixtures.sql.json(account)})
    from public.contracts as contract where contract.id = ${contract.id}`;
  await expect(call).rejects.toMatchObject({ code: "PT422", detail: "account" });
});

test("one of two confirmations at once wins", async () => {
  const contract = await refunded();
  await give(contract, own);
  const secret = await mailedSecret();
  const answers = await Promise.all([confirm(secret), confirm(secret), confirm(secret)]);
  expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
  expect(refundAccountSchema.parse(answers.find((answer) => answer !== null))).toMatchObject({
    account: { isOther: false },
  });
  expect(await payee(contract)).toMatchObject({ version: 1 });
});

test("a payment to an account that was replaced meanwhile is refused", async () => {
  const contract = await refunded();
  await give(contract, own);
  await confirm(await mailedSecret());
  const [charge] = await fixtures.sql`
    select id, private.today_in_brasilia()::text as today from public.charges
    where contract_id = ${contract.id} and kind = 'refund'`;
  const pay = (account_version: number) =>
    asStaff("book_payment", {
      movement_id: crypto.randomUUID(),
      charge_id: charge?.["id"],
      paid_on: charge?.["today"],
      amount: 300,
      seen_open: 300,
      account_version,
    });
  await give(contract, other);
  await confirm(await mailedSecret());
  await expect(pay(1)).rejects.toMatchObject({ code: "PT409" });
  expect(await pay(2)).toMatchObject({ changed: true });
  const [movement] = await fixtures.sql`
    select account from public.movements where contract_id = ${contract.id} and direction = 'out'`;
  expect(movement?.["account"]).toEqual(other);
});

test("staff read the account of a refund masked, and that its holder is another person", async () => {
  const [contract, usual] = [await refunded(), await refunded()];
  await give(contract, other);
  await confirm(await mailedSecret());
  await give(usual, own);
  await confirm(await mailedSecret());
  const listed = await actAs(
    fixtures.sql,
    { role: "authenticated", userId: fixtures.staffId },
    (sql) =>
      sql`select account, is_other_holder, account_version from public.list_charges('refunds')`,
  );
  expect([...listed]).toEqual(
    expect.arrayContaining([
      {
        account: "Banco do Brasil, conta •••5-6, em nome de R. L.",
        is_other_holder: true,
        account_version: 1,
      },
      { account: "Pix •••m.br, em nome de A. M.", is_other_holder: false, account_version: 1 },
    ]),
  );
  for (const [{ id }, isOther] of [
    [contract, true],
    [usual, false],
  ] as const) {
    const money = z
      .object({ refunds: z.record(z.string(), z.unknown()) })
      .parse(await asStaff("contract_payments", { of_id: id }));
    expect(Object.values(money.refunds)).toMatchObject([{ isOther, accountVersion: 1 }]);
  }
});
