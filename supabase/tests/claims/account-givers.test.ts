import { beforeEach, expect, test } from "vitest";
import { landlordSecret } from "../support/add-landlord-address.ts";
import { address_hash, claimFixtures } from "../support/claim-fixtures.ts";
import { hashOf } from "../support/hash-of.ts";
import { confirmAccount, oweRefund } from "../support/owe-refund.ts";

const { fixtures, as, guaranteed, heard, decide, pay, colleague } = claimFixtures();

const kept = (what: string) => ({ code: "PT403", message: expect.stringContaining(what) });
const keptFromClaim = kept("deu ou conferiu um e-mail do locador");
let giver: string;
beforeEach(async () => {
  giver = await colleague("contratos");
  await fixtures.sql`update private.staff_settings set second_person_above = 5000`;
});

type Contract = Awaited<ReturnType<typeof guaranteed>>;

/** Adds an address as the member `giver`; its owner confirms it. */
async function give({ id }: Contract) {
  const address = `dado-${crypto.randomUUID().slice(0, 8)}@exemplo.com.br`;
  await as(giver, "add_landlord_address", { contract_id: id, address, is_own: false });
  await confirm(address);
  return address;
}
const confirm = (address: string) =>
  fixtures.sql`update public.lease_addresses set confirmed_at = now() where address = ${address}`;
async function remove({ id }: Contract, address: string) {
  const [known] = await fixtures.sql`
    select id from public.lease_addresses where address = ${address}`;
  expect(
    await as(giver, "remove_landlord_address", { contract_id: id, contact_id: known?.["id"] }),
  ).toEqual({ changed: true });
}
/** Decides a claim as another member. Expects that the member `giver` may not pay it, and that others may. */
async function expectKept(claim: Awaited<ReturnType<typeof heard>>) {
  await decide(claim, [500]);
  expect(await pay(claim.id, {}, giver)).toMatchObject(keptFromClaim);
  expect(await pay(claim.id)).toMatchObject({ changed: true });
}

test("a member who gave an address does not pay after removing the address", async () => {
  const contract = await guaranteed();
  const address = await give(contract);
  const claim = await heard(contract, 500);
  await remove(contract, address);
  await expectKept(claim);
});

test("a member whose address gave another address does not pay after removing the first one", async () => {
  const contract = await guaranteed();
  const address = await give(contract);
  const other = `outro-${address}`;
  await fixtures.call("give_address_by_link", {
    secret_hash: hashOf(await landlordSecret(fixtures.sql, address)),
    lease_id: contract.leaseId,
    address: other,
    address_hash,
  });
  await confirm(other);
  await remove(contract, address);
  await expectKept(await heard(contract, 500));
});

test("a member who set a landlord with own addresses does not pay after removing the landlord", async () => {
  const contract = await guaranteed();
  const [landlord] = await fixtures.sql`
    insert into public.landlords (name) values ('Rui Lima') returning id`;
  const id = String(landlord?.["id"]);
  await fixtures.sql`
    insert into public.lease_addresses (landlord_id, address, given_by, confirmed_at)
    values (${id}, ${`rui-${id}@exemplo.com.br`}, 'staff', now())`;
  const set = (wanted: object) => as(giver, "set_landlord", { contract_id: contract.id, wanted });
  await set({ id, name: "Rui Lima", kind: "owner" });
  const claim = await heard(contract, 500);
  await set({});
  await expectKept(claim);
});

test("a member who changed the tenant's address does not approve the refund, even after changing it back", async () => {
  const contract = await guaranteed();
  const correct = (who: string, wanted: object) =>
    as(who, "correct_contract", {
      contract_id: contract.id,
      correction_id: crypto.randomUUID(),
      known_code: "",
      wanted,
      reason: "Estava errado",
    });
  const other = await colleague("gestora");
  await correct(other, { tenant_phone: "44988887777" });
  for (const tenant_email of ["fraude@exemplo.com.br", "ana@exemplo.com.br"]) {
    expect(await correct(giver, { tenant_email })).toMatchObject({ outcome: "contact" });
  }
  await oweRefund(fixtures.sql, contract.id);
  await fixtures.sql`update private.staff_settings set second_person_above = 100`;
  await confirmAccount(fixtures.sql, contract.id);
  const [refund] = await fixtures.sql`
    select id from public.charges where contract_id = ${contract.id} and kind = 'refund'`;
  const approve = { charge_id: refund?.["id"], version: 1 };
  expect(await as(giver, "approve_payout", approve)).toMatchObject(
    kept("corrigiu o e-mail do locatário"),
  );
  expect(await as(other, "approve_payout", approve)).toMatchObject({ changed: true });
});
