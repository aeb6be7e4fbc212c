import { describe, expect, test } from "vitest";
import { z } from "zod";
import { addressToCheckSchema } from "#contracts/landlords/addresses.ts";
import { createUser } from "../support/create-user.ts";
import { given, inForce, owner, standingFixtures } from "../support/standing-fixtures.ts";

const { fixtures, contracted, leaseOf, confirm, told, asTenant, lease } = standingFixtures();

describe("the addresses that staff should check", () => {
  const listed = async () =>
    z.array(addressToCheckSchema).parse(await fixtures.asStaff("list_addresses_to_check", {}));
  const check = (contact_id: unknown, note = "Liguei para o número do pedido") =>
    fixtures.asStaff("check_landlord_address", { contact_id, note });

  test("are the confirmed ones that tenants gave, with what staff can compare", async () => {
    const changes = { ...inForce, landlord_phone: "44999998888" };
    const landlord = { document: "52998224725", name: "José Pereira" };
    const contract = await contracted({ email: given, landlord, changes });
    expect(await listed()).toEqual([]);
    await fixtures.asStaff("add_landlord_address", {
      contract_id: contract.id,
      address: owner,
      is_own: true,
    });
    await contracted({ email: given });
    await confirm(owner);
    const secret = await confirm(given);
    expect(await listed()).toMatchObject([
      {
        address: given,
        contractId: contract.id,
        tenantEmail: "ana@exemplo.com.br",
        landlord: "José Pereira",
        landlordPhone: "44999998888",
        document: "52998224725",
        otherAddresses: [owner],
        sameAddressElsewhere: 1,
      },
      { address: given, otherAddresses: [] },
    ]);
    const notices = await fixtures.sql`
      select from public.outgoing_mail where template = 'address-notice'`;
    expect(notices).toHaveLength(2);

    const [first] = await listed();
    await expect(check(first?.id, "ok")).rejects.toThrow("Escreva como você conferiu");
    expect(await check(first?.id)).toEqual({ changed: true });
    expect(await check(first?.id)).toEqual({ changed: false });
    expect(await listed()).toHaveLength(1);
    expect(await leaseOf(secret, contract.leaseId)).toMatchObject({ standing: "acts" });
    expect((await told()).filter((mail) => mail === `landlord-checked ${given}`)).toHaveLength(1);
    const [kept] = await fixtures.sql`
      select checked_by, check_note from public.lease_addresses where checked_at is not null`;
    expect(kept).toEqual({
      checked_by: fixtures.staffId,
      check_note: "Liguei para o número do pedido",
    });
  });

  test("cannot be checked before their owner has confirmed them", async () => {
    await contracted({ email: given, changes: inForce });
    const [known] = await fixtures.sql`select id from public.lease_addresses`;
    expect(await check(known?.["id"])).toEqual({ changed: false });
  });

  test("are hidden from everybody but active staff", async () => {
    const of = await lease();
    const pending = await createUser(fixtures.sql, "pendente@payser.example");
    const [known] = await fixtures.sql`
      select id from public.lease_addresses where given_by = 'tenant'`;
    for (const user of [of.userId, pending]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await asTenant(user, "list_addresses_to_check", {})).toMatchObject({ code: "42501" });
      const args = { contact_id: known?.["id"], note: "Sou eu mesmo" };
      // oxlint-disable-next-line no-await-in-loop
      expect(await asTenant(user, "check_landlord_address", args)).toMatchObject({ code: "42501" });
    }
    expect(await leaseOf(of.reads, of.leaseId)).toMatchObject({ standing: "reads" });
  });
});
