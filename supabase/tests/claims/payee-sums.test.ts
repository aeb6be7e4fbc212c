import { beforeEach, expect, test } from "vitest";
import { account, claimFixtures } from "../support/claim-fixtures.ts";

const { fixtures, as, guaranteed, heard, change, decide, pay, colleague } = claimFixtures();

beforeEach(() => fixtures.sql`update private.staff_settings set second_person_above = 5000`);

const pix = (key: string, document = "52998224725") => ({ ...account, key, document });
const bank = (changes: object) => ({
  kind: "bank",
  bank: "Itaú",
  branch: "0352",
  number: "12345-6",
  type: "checking",
  holder: "Rui Lima",
  document: "11144477735",
  ...changes,
});

test.each<[what: string, one: object, other: object]>([
  ["a phone", pix("44999998888"), pix("+55 (44) 99999-8888", "11144477735")],
  ["an e-mail", pix("rui@exemplo.com.br"), pix(" Rui@Exemplo.com.br ", "11144477735")],
  ["a CPF", pix("390.533.447-05"), pix("39053344705", "11144477735")],
  ["a CNPJ", pix("11.222.333/0001-81"), pix("11222333000181", "11144477735")],
  [
    "a random key",
    pix("123E4567-E89B-12D3-A456-426614174000"),
    pix("123e4567e89b12d3a456426614174000", "11144477735"),
  ],
  ["a document that is the key of another", pix("11144477735"), bank({})],
  [
    "a bank account",
    bank({}),
    bank({
      bank: "341 Itau",
      branch: "352-2",
      number: "0012.345-6",
      type: "savings",
      document: "52998224725",
    }),
  ],
])("%s written in two ways is one payee", async (_what, one, other) => {
  const { sql } = fixtures;
  const [row] = await sql`
    select private.payee_keys(${sql.json({ ...one })}) && private.payee_keys(${sql.json({ ...other })}) as same`;
  expect(row).toEqual({ same: true });
});

test("accounts of two people have nothing in common", async () => {
  const { sql } = fixtures;
  const [row] = await sql`
    select private.payee_keys(${sql.json(bank({}))})
      && private.payee_keys(${sql.json(bank({ number: "12345-7", document: "52998224725" }))}) as same`;
  expect(row).toEqual({ same: false });
});

test("an earlier claim needs a second person when its account becomes that of a claim that was paid", async () => {
  const first = await heard(await guaranteed(), 4900);
  const second = await heard(await guaranteed(), 4900);
  const own = pix("fraude@exemplo.com.br", "11144477735");
  const give = (id: string, to: object) => fixtures.sql`
    update public.claims set account = ${fixtures.sql.json({ ...to })} where id = ${id}`;
  await give(second.id, own);
  expect(await decide(first, [4900])).toMatchObject({ stage: "decided" });
  expect(await decide(second, [4900])).toMatchObject({ stage: "decided" });
  expect(await pay(second.id)).toMatchObject({ changed: true });
  await give(first.id, own);
  expect(await pay(first.id)).toMatchObject({ changed: false, why: "second" });
});

test("a second person of a decision has not approved an account that was given later", async () => {
  const claim = await heard(await guaranteed(20_000), 9000);
  await decide(claim, [9000]);
  const agreed = { claim_id: claim.id, agrees: true, note: "" };
  expect(await change("second_claim", agreed, await colleague())).toMatchObject({
    stage: "decided",
  });
  // The account becomes old enough to be paid, but stays younger than the decision.
  await fixtures.sql`
    update public.claims set decided_at = now() - interval '20 days', final_at = now() - interval '20 days'
    where id = ${claim.id}`;
  expect(await pay(claim.id)).toMatchObject({ changed: false, why: "second" });
  await fixtures.sql`
    update public.claims set account_since = now() - interval '21 days' where id = ${claim.id}`;
  expect(await pay(claim.id)).toMatchObject({ changed: true });
});

test("an approval ends when its author loses the right", async () => {
  const claim = await heard(await guaranteed(), 4900);
  await decide(claim, [4900]);
  await fixtures.sql`update private.staff_settings set second_person_above = 100`;
  const approver = await colleague("gestora");
  const [charge] = await fixtures.sql`
    select id from public.charges where claim_id = ${claim.id} and is_open`;
  expect(
    await as(approver, "approve_payout", { charge_id: charge?.["id"], version: 0 }),
  ).toMatchObject({ changed: true });
  await fixtures.sql`update public.staff set status = 'disabled' where user_id = ${approver}`;
  expect(await pay(claim.id)).toMatchObject({ changed: false, why: "second" });
  await fixtures.sql`update public.staff set status = 'active' where user_id = ${approver}`;
  expect(await pay(claim.id)).toMatchObject({ changed: true });
});
