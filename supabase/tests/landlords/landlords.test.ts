import { describe, expect, test } from "vitest";
import { z } from "zod";
import { insertContract } from "../support/insert-contract.ts";
import { landlordFixtures } from "../support/landlord-fixtures.ts";
import { contractRow, day } from "../support/sample-rows.ts";

const { fixtures, contracted, accepted, setLandlord, open, leaseOf, confirm } = landlordFixtures();
const owner = "jose@exemplo.com.br";
const cpf = "52998224725";
const cnpj = "12ABC34501DE35";

describe("a registered landlord", () => {
  test.each([
    [cpf, true],
    [cnpj, true],
    ["11222333000181", true],
    ["52998224724", false],
    ["12ABC34501DE36", false],
    ["00000000000000", false],
    ["12abc34501de35", false],
  ])("has a document with valid check digits: %s", async (document, isOne) => {
    const inserted = fixtures.sql`
      insert into public.landlords (name, document) values ('José Pereira', ${document})`.then(
      () => true,
      (error: Error) => !error.message.includes("landlords_document_check"),
    );
    expect(await inserted).toBe(isOne);
  });

  test("is found by document or a part of the name, and stands with its contracts", async () => {
    const contract = await accepted({ landlord_document: cpf });
    const find = (search: string) => fixtures.asStaff("find_landlords", { search });
    const found = [
      {
        id: contract.landlordId,
        name: "José Pereira Antônio",
        kind: "owner",
        document: cpf,
        contracts: 1,
      },
    ];
    expect(await find("529.982.247-25")).toEqual(found);
    expect(await find("pereira anto")).toEqual(found);
    expect(await find("jo")).toEqual([]);
    const again = await accepted({ landlord_id: contract.landlordId });
    expect(again.landlordId).toBe(contract.landlordId);
    const cases = (search: string) =>
      fixtures.asStaff("find_cases", { search }).then((rows) =>
        z
          .array(z.looseObject({ kind: z.string(), id: z.string() }))
          .parse(rows)
          .filter(({ kind }) => kind === "contract")
          .map(({ id }) => id)
          .toSorted(),
      );
    const both = [contract.id, again.id].toSorted();
    expect(await cases("529.982.247-25")).toEqual(both);
    await fixtures.asStaff("add_landlord_address", {
      contract_id: contract.id,
      address: owner,
      is_own: false,
    });
    expect(await cases(owner)).toEqual([contract.id]);
    // A search by document or name also finds the landlord, with the number of contracts.
    for (const search of ["529.982.247-25", "jose pereira antonio"]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await fixtures.asStaff("find_cases", { search })).toContainEqual({
        kind: "landlord",
        id: contract.landlordId,
        title: "José Pereira Antônio",
        number: cpf,
        about: "2 contratos",
      });
    }
    const landlord_id = contract.landlordId;
    await fixtures.asStaff("note_landlord", { landlord_id, notes: " Só atende à tarde. " });
    const detail = Object(await fixtures.asStaff("landlord_detail", { landlord_id }));
    expect(detail).toMatchObject({
      document: cpf,
      notes: "Só atende à tarde.",
      addresses: [{ address: owner, confirmed_at: null, contract_number: expect.any(String) }],
    });
    expect(detail.contracts).toHaveLength(2);
    await expect(
      fixtures.asStaff("note_landlord", { landlord_id, notes: "x".repeat(1001) }),
    ).rejects.toThrow();
  });

  test("is corrected by staff, and made once per form", async () => {
    const contract = await contracted();
    const id = crypto.randomUUID();
    const person = { id, name: "José Pereira", kind: "owner" };
    await setLandlord(contract.id, person);
    await setLandlord(contract.id, { ...person, name: "José A. Pereira", document: cpf });
    const rows = await fixtures.sql`select name, document from public.landlords`;
    expect(rows).toEqual([{ name: "José A. Pereira", document: cpf }]);
    const other = await contracted({ landlord: { name: "Tanto faz", document: cpf } });
    expect(other.landlordId).toBe(contract.landlordId ?? id);
    await setLandlord(other.id, {});
    expect((await landlordOf(other.id))?.["landlord_id"]).toBeNull();
  });

  test("is another person with another document: the addresses of the former see nothing of it", async () => {
    const contract = await contracted({ landlord: { name: "José Pereira", document: cpf } });
    const add = { contract_id: contract.id, address: owner, is_own: true };
    await fixtures.asStaff("add_landlord_address", add);
    const secret = await confirm(owner);
    expect((await open(secret))?.leases).toHaveLength(1);
    await setLandlord(contract.id, {
      id: contract.landlordId,
      name: "Imobiliária Maringá",
      kind: "agency",
      document: cnpj,
    });
    expect((await landlordOf(contract.id))?.["landlord_id"]).not.toBe(contract.landlordId);
    expect((await open(secret))?.leases).toEqual([]);
    expect(await fixtures.count(`public.landlords where document = '${cpf}'`)).toBe(1);
  });
});

const landlordOf = async (contractId: string) =>
  (await fixtures.sql`select (private.lease_of(${contractId})).landlord_id`)[0];

test("a landlord sees a lease in force, and its renewal as signed, until the term of the renewal begins", async () => {
  const former = await contracted({
    email: owner,
    givenBy: "staff",
    changes: { start_date: day(-340), end_date: day(20) },
  });
  const secret = await confirm(owner);
  const renewal = await insertContract(
    fixtures.sql,
    contractRow(former.userId, {
      lease_id: former.leaseId,
      renews_contract_id: former.id,
      start_date: day(21),
      end_date: day(385),
    }),
  );
  const shown = async () => {
    const area = await open(secret, { lease_id: former.leaseId });
    return { line: area?.leases[0], lease: area?.lease };
  };
  expect(await shown()).toMatchObject({
    line: { state: "in_force", endDate: day(20) },
    lease: { contractId: former.id, state: "in_force", renewal: "renewed" },
  });
  expect((await leaseOf(secret, former.leaseId))?.periods).toHaveLength(2);
  await fixtures.sql`
    update public.contracts set start_date = start_date - 40, end_date = end_date - 40
    where lease_id = ${former.leaseId}`;
  expect(await shown()).toMatchObject({
    line: { state: "in_force", endDate: day(345) },
    lease: { contractId: renewal.id, state: "in_force", renewal: "none" },
  });
});

test("a lease that ended early is listed with the day on which it ended", async () => {
  const changes = { start_date: day(-60), end_date: day(300) };
  const contract = await contracted({ email: owner, givenBy: "staff", changes });
  const secret = String(await confirm(owner));
  const listed = async () => (await open(secret))?.leases;
  expect(await listed()).toMatchObject([{ state: "in_force", endDate: day(300) }]);
  await fixtures.sql`
    update public.contracts set status = 'ended', ends_on = ${day(-10)}, closed_at = now()
    where id = ${contract.id}`;
  expect(await listed()).toMatchObject([{ state: "ended", endDate: day(-10) }]);
});
