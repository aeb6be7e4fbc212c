import { describe, expect, test } from "vitest";
import { hashOf } from "../support/hash-of.ts";
import { address_hash } from "../support/landlord-fixtures.ts";
import { day } from "../support/sample-rows.ts";
import {
  account,
  cnpj,
  cpf,
  inForce,
  owner,
  standingFixtures,
} from "../support/standing-fixtures.ts";

const {
  fixtures,
  contracted,
  setLandlord,
  leaseOf,
  open,
  confirm,
  letterOf,
  issue,
  told,
  lease,
  claimByLink,
  openClaim,
} = standingFixtures();

describe("a landlord whom staff replaced by another person", () => {
  test("sees neither lease nor letter nor claim, and gets no mail about them", async () => {
    const of = await lease();
    await issue(of.id);
    const claim = await openClaim(of);
    for (const secret of of.formers) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await open(secret, { lease_id: of.leaseId }))?.leases ?? []).toEqual([]);
      // oxlint-disable-next-line no-await-in-loop
      expect(await leaseOf(secret, of.leaseId)).toBeUndefined();
      // oxlint-disable-next-line no-await-in-loop
      expect(await letterOf(secret, of.id)).toBeNull();
    }
    const mails = (await told()).filter((mail) => mail.includes(" rui"));
    expect(mails.filter((mail) => !mail.startsWith("landlord-asked "))).toEqual([]);
    expect(await leaseOf(of.acts, of.leaseId)).toMatchObject({ claims: [{ id: claim.id }] });
  });

  test("loses the account that waits for its mailed link", async () => {
    const contract = await contracted({
      landlord: { name: "Rui Barros", document: cpf },
      changes: { ...inForce, end_date: day(60) },
    });
    await fixtures.asStaff("add_landlord_address", {
      contract_id: contract.id,
      address: owner,
      is_own: false,
    });
    const of = { ...contract, acts: String(await confirm(owner)) };
    const { id: claimId, version } = await openClaim(of);
    await claimByLink(of.acts, "change-account", { claimId, version, account });
    const [mail] = await fixtures.sql`
      select id from public.outgoing_mail where template = 'claim-account'`;
    const secret = String(await fixtures.call("account_secret", { mail_id: mail?.["id"] }));
    expect(
      await setLandlord(of.id, { name: "Imobiliária Sol", kind: "agency", document: cnpj }),
    ).toEqual({ changed: true, removed: 1 });
    const confirmed = await fixtures.call("confirm_claim_account", {
      secret_hash: hashOf(secret),
      address_hash,
    });
    expect(confirmed).toBeNull();
    expect(await told()).not.toContain(`landlord-act ${owner}`);
    const [kept] = await fixtures.sql`select account from public.claims where id = ${claimId}`;
    expect(kept).toEqual({ account: null });
  });

  test("is no other person with a document that staff learn, and then keeps the addresses", async () => {
    const contract = await contracted({ changes: { ...inForce, end_date: day(60) } });
    const id = crypto.randomUUID();
    await setLandlord(contract.id, { id, name: "José Pereira", kind: "owner" });
    await fixtures.asStaff("add_landlord_address", {
      contract_id: contract.id,
      address: owner,
      is_own: false,
    });
    const secret = await confirm(owner);
    // Another lease knew the same person by document.
    await contracted({ landlord: { name: "Jose Pereira", document: cpf } });
    expect(
      await setLandlord(contract.id, { id, name: "José Pereira", kind: "owner", document: cpf }),
    ).toEqual({ changed: true, removed: 0 });
    expect(await leaseOf(secret, contract.leaseId)).toMatchObject({ standing: "acts" });
    expect(await setLandlord(contract.id, {})).toEqual({ changed: true, removed: 1 });
    expect(await leaseOf(secret, contract.leaseId)).toBeUndefined();
  });
});
