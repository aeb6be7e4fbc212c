import { describe, expect, test } from "vitest";
import { z } from "zod";
import { actAs } from "../support/act-as.ts";
import { address_hash, landlordFixtures } from "../support/landlord-fixtures.ts";

const {
  fixtures,
  contracted,
  accepted,
  issue,
  secretOf,
  open,
  leaseOf,
  confirm,
  letterOf,
  told,
  asTenant,
} = landlordFixtures();
const owner = "jose@exemplo.com.br";
const cpf = "52998224725";
const cnpj = "12ABC34501DE35";

describe("an address that a tenant gives", () => {
  test("sees only initials and city until its owner confirms it", async () => {
    const contract = await contracted({ email: ` ${owner.toUpperCase()}` });
    await issue(contract.id);
    expect(await told()).toEqual([`landlord-asked ${owner}`]);
    const secret = await secretOf(owner);
    const before = await open(secret, { lease_id: contract.leaseId });
    expect(before).toEqual({
      leases: [],
      waiting: [{ id: expect.any(String), isOwn: false, landlord: "J. P.", city: "Maringá, PR" }],
    });
    expect(await letterOf(secret, contract.id)).toBeNull();
    const after = await open(secret, {
      contact_id: before?.waiting[0]?.id,
      is_mine: true,
      lease_id: contract.leaseId,
    });
    expect(after).toMatchObject({
      leases: [{ id: contract.leaseId, standing: "reads", state: "upcoming", tenant: "A. M. C." }],
      lease: { id: contract.leaseId, contractId: contract.id, periods: [{ id: contract.id }] },
      waiting: [],
    });
    expect(JSON.stringify(after)).not.toMatch(/Márcia|529982|ana@/i);
    expect(await letterOf(secret, contract.id)).toBe(`${contract.id}/carta-de-fianca.pdf`);
    // The letter was issued before the confirmation, so the confirmation queues the mail about the letter.
    expect(await told()).toEqual([`landlord-asked ${owner}`, `landlord-letter ${owner}`]);
  });

  test("never opens another lease of the same landlord", async () => {
    const landlord = { document: cpf, name: "José Pereira" };
    const first = await contracted({ email: owner, landlord });
    const second = await contracted({ email: "golpe@exemplo.com.br", landlord });
    expect(first.landlordId).toBe(second.landlordId);
    await issue(first.id);
    await confirm(owner);
    const secret = await confirm("golpe@exemplo.com.br");
    expect((await open(secret))?.leases.map(({ id }) => id)).toEqual([second.leaseId]);
    expect(await leaseOf(secret, first.leaseId)).toBeUndefined();
    expect(await letterOf(secret, first.id)).toBeNull();
  });

  test("can be refused once, and is not asked or told again", async () => {
    const contract = await contracted({ email: owner });
    const secret = await secretOf(owner);
    const id = (await open(secret))?.waiting[0]?.id;
    expect(await open(secret, { contact_id: id, is_mine: false })).toEqual({
      leases: [],
      waiting: [],
    });
    expect(await open(secret, { contact_id: id, is_mine: true })).toBeNull();
    await asTenant(contract.userId, "give_landlord_address", {
      contract_id: contract.id,
      address: owner,
    });
    await issue(contract.id);
    expect(await told()).toEqual([`landlord-asked ${owner}`]);
  });

  test("is confirmed only by its own link", async () => {
    await contracted({ email: owner });
    const mine = await secretOf(owner);
    const id = (await open(mine))?.waiting[0]?.id;
    await contracted({ email: "outra@exemplo.com.br" });
    await open(await secretOf("outra@exemplo.com.br"), { contact_id: id, is_mine: true });
    expect((await open(mine))?.waiting.map((asked) => asked.id)).toEqual([id]);
  });

  test("is stored only for the tenant of the contract, three at most, while the guarantee can be claimed", async () => {
    const { sql } = fixtures;
    const contract = await contracted();
    const other = await contracted();
    const give = (userId: string, address: string) =>
      asTenant(userId, "give_landlord_address", { contract_id: contract.id, address });
    expect(await give(other.userId, owner)).toMatchObject({ code: "42501" });
    await expect(give(contract.userId, "sem arroba")).rejects.toThrow("Email inválido");
    expect(await give(contract.userId, owner)).toEqual({ changed: true });
    await give(contract.userId, "b@exemplo.com.br");
    await give(contract.userId, "c@exemplo.com.br");
    expect(await give(contract.userId, "d@exemplo.com.br")).toEqual({
      changed: false,
      why: "enough",
    });
    const seen = (userId: string) =>
      actAs(
        sql,
        { role: "authenticated", userId },
        (own) => own`
        select address from public.lease_addresses`,
      );
    expect(await seen(contract.userId)).toHaveLength(3);
    expect(await seen(other.userId)).toHaveLength(0);
    await sql`update public.contracts set status = 'cancelled', closed_at = now()`;
    expect(await give(contract.userId, owner)).toEqual({ changed: false, why: "closed" });
  });

  test("gets the same answer whether or not staff or a landlord gave it before", async () => {
    const contract = await contracted({ email: owner, givenBy: "staff" });
    await confirm(owner);
    const give = (address: string) =>
      asTenant(contract.userId, "give_landlord_address", { contract_id: contract.id, address });
    expect(await give(owner)).toEqual(await give("nova@exemplo.com.br"));
    const seen = await actAs(
      fixtures.sql,
      { role: "authenticated", userId: contract.userId },
      (own) => own`select address from public.lease_addresses`,
    );
    expect(seen.map(({ address }) => address)).toEqual(["nova@exemplo.com.br"]);
    // The address keeps the standing that staff gave it.
    expect(await leaseOf(await secretOf(owner), contract.leaseId)).toMatchObject({
      standing: "acts",
    });
  });

  test("is mailed five times a day at most, whoever gives it; the rows stay", async () => {
    for (let time = 0; time < 6; time += 1) await contracted({ email: owner });
    expect(await fixtures.count("public.lease_addresses")).toBe(6);
    expect(await told()).toHaveLength(5);
  });
});

test("a tenant may give an address with the acceptance, which is asked at once", async () => {
  const contract = await accepted({}, { landlord_email: ` ${owner.toUpperCase()}` });
  expect(await told()).toEqual([`landlord-asked ${owner}`]);
  await confirm(owner);
  expect((await open(await secretOf(owner)))?.leases).toMatchObject([
    { id: contract.leaseId, standing: "reads" },
  ]);
});

describe("an address that staff say is the landlord's own", () => {
  test("acts in all leases of that landlord, once confirmed, until staff remove it", async () => {
    const landlord = { document: cnpj, kind: "agency", name: "Imobiliária Maringá" };
    const first = await contracted({ landlord });
    const second = await contracted({ landlord });
    const stranger = await contracted({ landlord: { document: cpf, name: "José Pereira" } });
    const add = (is_own: boolean, contract_id = first.id) =>
      fixtures.asStaff("add_landlord_address", { contract_id, address: owner, is_own });
    expect(await add(true)).toEqual({ changed: true });
    expect(await add(true)).toEqual({ changed: false });
    expect((await open(await secretOf(owner)))?.leases).toEqual([]);
    const secret = await confirm(owner);
    const seen = (await open(secret))?.leases ?? [];
    expect(seen.map(({ id }) => id).toSorted()).toEqual([first.leaseId, second.leaseId].toSorted());
    expect(seen.map(({ standing }) => standing)).toEqual(["acts", "acts"]);
    expect(await leaseOf(secret, stranger.leaseId)).toBeUndefined();
    const detail = z
      .looseObject({ landlord_addresses: z.array(z.looseObject({ id: z.string() })) })
      .parse(await fixtures.asStaff("contract_detail", { contract_id: second.id }));
    expect(detail).toMatchObject({
      landlord: { document: cnpj, kind: "agency", contracts: [{ id: first.id }] },
      landlord_addresses: [{ address: owner, is_own: true, given_by: "staff", standing: "acts" }],
    });
    await fixtures.asStaff("remove_landlord_address", {
      contract_id: second.id,
      contact_id: detail.landlord_addresses[0]?.id,
    });
    expect(await open(secret)).toBeNull();
    expect(await letterOf(secret, first.id)).toBeNull();
  });

  test("needs a landlord that staff know", async () => {
    const contract = await contracted();
    await expect(
      fixtures.asStaff("add_landlord_address", {
        contract_id: contract.id,
        address: owner,
        is_own: true,
      }),
    ).rejects.toThrow("Cadastre primeiro quem é o locador.");
  });
});

describe("the tenant's own address", () => {
  const own = "ana@exemplo.com.br";
  const refusal = "Este é o e-mail do locatário. Informe o do locador.";

  test.each([own, ` ${own.toUpperCase()} `])("is refused from each giver: %j", async (address) => {
    const contract = await contracted({ email: owner, givenBy: "staff" });
    const secret_hash = await hashOfLink(await confirm(owner));
    await expect(
      asTenant(contract.userId, "give_landlord_address", { contract_id: contract.id, address }),
    ).rejects.toThrow(refusal);
    const byStaff = { contract_id: contract.id, address, is_own: false };
    await expect(fixtures.asStaff("add_landlord_address", byStaff)).rejects.toThrow(refusal);
    await expect(
      fixtures.call("give_address_by_link", {
        secret_hash,
        lease_id: contract.leaseId,
        address,
        address_hash,
      }),
    ).rejects.toThrow(refusal);
    expect(await fixtures.count("public.lease_addresses")).toBe(1);
  });

  test("is neither stored nor mailed when the tenant accepts with it", async () => {
    await accepted({}, { landlord_email: own });
    expect(await fixtures.count("public.lease_addresses")).toBe(0);
    expect(await told()).toEqual([]);
  });

  test("stays refused after a correction: the address of the request is the tenant's, too", async () => {
    const contract = await accepted({});
    await fixtures.sql`update public.contracts set tenant_email = 'nova@exemplo.com.br'`;
    for (const address of [own, "nova@exemplo.com.br"]) {
      const given = { contract_id: contract.id, address, is_own: false };
      // oxlint-disable-next-line no-await-in-loop
      await expect(fixtures.asStaff("add_landlord_address", given)).rejects.toThrow(refusal);
    }
  });
});

const hashOfLink = async (secret: string | null) => {
  const [row] = await fixtures.sql`select private.link_secret_hash(${secret}) as hash`;
  return String(row?.["hash"]);
};
