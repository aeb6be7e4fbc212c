import { describe, expect, test } from "vitest";
import { z } from "zod";
import { actAs } from "../support/act-as.ts";
import { landlordFixtures } from "../support/landlord-fixtures.ts";

const {
  fixtures,
  contracted,
  accepted,
  setLandlord,
  issue,
  secretOf,
  open,
  confirm,
  letterOf,
  told,
  asTenant,
} = landlordFixtures();
const address_hash = "b".repeat(64);
const owner = "jose@exemplo.com.br";
const cpf = "52998224725";
const cnpj = "12ABC34501DE35";

describe("an address that a tenant gives", () => {
  test("sees nothing but whether that may be it, until it is confirmed by a press", async () => {
    const contract = await contracted({ email: ` ${owner.toUpperCase()}` });
    await issue(contract.id);
    expect(await told()).toEqual([`landlord-asked ${owner}`]);
    const secret = await secretOf(owner);
    const before = await open(secret);
    expect(before).toEqual({
      contracts: [],
      waiting: [{ id: expect.any(String), isOwn: false, landlord: "J. P.", city: "Maringá, PR" }],
    });
    expect(await letterOf(secret, contract.id)).toBeNull();
    const after = await open(secret, { contact_id: before?.waiting[0]?.id, is_mine: true });
    expect(after).toMatchObject({
      contracts: [{ id: contract.id, state: "upcoming", tenant: "A. M. C." }],
      waiting: [],
    });
    expect(JSON.stringify(after)).not.toMatch(/Márcia|529982|ana@/i);
    expect(await letterOf(secret, contract.id)).toBe(`${contract.id}/carta-de-fianca.pdf`);
    // The letter was issued before the confirmation, so the confirmation queues the mail about the letter.
    expect(await told()).toEqual([`landlord-asked ${owner}`, `landlord-letter ${owner}`]);
  });

  test("never opens another contract of the same landlord", async () => {
    const landlord = { document: cpf, name: "José Pereira" };
    const first = await contracted({ email: owner, landlord });
    const second = await contracted({ email: "golpe@exemplo.com.br", landlord });
    expect(first.landlordId).toBe(second.landlordId);
    await issue(first.id);
    await confirm(owner);
    const secret = await confirm("golpe@exemplo.com.br");
    expect((await open(secret))?.contracts.map(({ id }) => id)).toEqual([second.id]);
    expect(await letterOf(secret, first.id)).toBeNull();
  });

  test("says once that it is not the landlord, and is not asked or told again", async () => {
    const contract = await contracted({ email: owner });
    const secret = await secretOf(owner);
    const id = (await open(secret))?.waiting[0]?.id;
    expect(await open(secret, { contact_id: id, is_mine: false })).toEqual({
      contracts: [],
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

  test("answers for no other address", async () => {
    await contracted({ email: owner });
    const mine = await secretOf(owner);
    const id = (await open(mine))?.waiting[0]?.id;
    await contracted({ email: "outra@exemplo.com.br" });
    await open(await secretOf("outra@exemplo.com.br"), { contact_id: id, is_mine: true });
    expect((await open(mine))?.waiting.map((asked) => asked.id)).toEqual([id]);
  });

  test("is kept by who is signed in to the contract alone, three at most, while it is in force", async () => {
    const { sql } = fixtures;
    const contract = await contracted();
    const other = await contracted();
    const give = (userId: string, address: string) =>
      asTenant(userId, "give_landlord_address", { contract_id: contract.id, address });
    expect(await give(other.userId, owner)).toMatchObject({ code: "42501" });
    await expect(give(contract.userId, "sem arroba")).rejects.toThrow("Email inválido");
    expect(await give(contract.userId, owner)).toEqual({ changed: true });
    expect(await give(contract.userId, owner)).toEqual({ changed: false, why: "known" });
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
        select address from public.landlord_contacts`,
      );
    expect(await seen(contract.userId)).toHaveLength(3);
    expect(await seen(other.userId)).toHaveLength(0);
    await sql`update public.contracts set status = 'cancelled', closed_at = now()`;
    expect(await give(contract.userId, "e@exemplo.com.br")).toEqual({
      changed: false,
      why: "closed",
    });
  });

  test("is mailed five times a day at most, whoever gives it; the rows stay", async () => {
    for (let time = 0; time < 6; time += 1) await contracted({ email: owner });
    expect(await fixtures.count("public.landlord_contacts")).toBe(6);
    expect(await told()).toHaveLength(5);
  });
});

test("a tenant may give an address with the acceptance, which is asked at once", async () => {
  const contract = await accepted({}, { landlord_email: ` ${owner.toUpperCase()}` });
  expect(await told()).toEqual([`landlord-asked ${owner}`]);
  await confirm(owner);
  expect((await open(await secretOf(owner)))?.contracts.map(({ id }) => id)).toEqual([contract.id]);
});

describe("an address that staff say is the landlord's own", () => {
  test("sees all contracts of that landlord, once confirmed, until staff take it away", async () => {
    const landlord = { document: cnpj, kind: "agency", name: "Imobiliária Maringá" };
    const first = await contracted({ landlord });
    const second = await contracted({ landlord });
    const stranger = await contracted({ landlord: { document: cpf, name: "José Pereira" } });
    const add = (is_own: boolean, contract_id = first.id) =>
      fixtures.asStaff("add_landlord_address", { contract_id, address: owner, is_own });
    expect(await add(true)).toEqual({ changed: true });
    expect(await add(true)).toEqual({ changed: false });
    expect((await open(await secretOf(owner)))?.contracts).toEqual([]);
    const secret = await confirm(owner);
    const seen = (await open(secret))?.contracts.map(({ id }) => id) ?? [];
    expect(seen.toSorted()).toEqual([first.id, second.id].toSorted());
    expect(seen).not.toContain(stranger.id);
    const detail = z
      .looseObject({ landlord_addresses: z.array(z.looseObject({ id: z.string() })) })
      .parse(await fixtures.asStaff("contract_detail", { contract_id: second.id }));
    expect(detail).toMatchObject({
      landlord: { document: cnpj, kind: "agency", contracts: [{ id: first.id }] },
      landlord_addresses: [{ address: owner, is_own: true, given_by: "staff" }],
    });
    await fixtures.asStaff("remove_landlord_address", {
      contract_id: second.id,
      contact_id: detail.landlord_addresses[0]?.id,
    });
    expect(await open(secret)).toBeNull();
    expect(await letterOf(secret, first.id)).toBeNull();
  });

  test("needs to be somebody's", async () => {
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

describe("a landlord's link", () => {
  test("is stored as a hash, and asked anew the former opens nothing", async () => {
    await contracted({ email: owner });
    const former = await confirm(owner);
    expect(former).toMatch(/^[\w-]{22}$/);
    const [link] = await fixtures.sql`select * from private.landlord_links`;
    expect(JSON.stringify(link)).not.toContain(former);
    await fixtures.call("request_landlord_link", { email: owner, address_hash });
    expect(await open(former)).toBeNull();
    expect((await open(await secretOf(owner)))?.contracts).toHaveLength(1);
  });

  test("is not made for an unknown address, which leaves no trace", async () => {
    await fixtures.call("request_landlord_link", { email: "nada@exemplo.com.br", address_hash });
    expect(await told()).toEqual([]);
    expect(await fixtures.count("private.landlord_links")).toBe(0);
  });

  test("lives for 90 days after the last day of the last contract", async () => {
    const { sql } = fixtures;
    await contracted({ email: owner });
    const secret = await confirm(owner);
    await sql`update public.landlord_contacts set created_at = now() - interval '2 years'`;
    await sql`
      update public.contracts set start_date = current_date - 400, end_date = current_date - 88`;
    expect((await open(secret))?.contracts).toMatchObject([{ state: "ended" }]);
    await sql`update public.contracts set end_date = current_date - 92`;
    expect(await open(secret)).toBeNull();
    await fixtures.call("request_landlord_link", { email: owner, address_hash });
    expect(await open(await secretOf(owner))).toBeNull();
  });

  test("guessed is counted with the links of requests", async () => {
    for (let guess = 0; guess < 60; guess += 1) expect(await open(`guess ${guess}`)).toBeNull();
    await expect(open("one more")).rejects.toMatchObject({ code: "PT429" });
  });
});

describe("a confirmed address is told", () => {
  test("of the letter, of a new version, and of the end once it cannot be undone", async () => {
    const { sql } = fixtures;
    const contract = await contracted({ email: owner });
    await confirm(owner);
    await issue(contract.id);
    await sql`update public.letters set file_sha256 = null`;
    await issue(contract.id, 2);
    expect(await told()).toEqual([
      `landlord-asked ${owner}`,
      `landlord-letter ${owner}`,
      `landlord-replaced ${owner}`,
    ]);
    expect(await letterOf(await secretOf(owner), contract.id)).toBe(
      `${contract.id}/carta-de-fianca-2.pdf`,
    );
    await sql`update private.staff_settings set undo_seconds = 60`;
    const close = () =>
      fixtures.asStaff("close_contract", {
        contract_id: contract.id,
        status: "cancelled",
        reason: "Não houve locação",
      });
    await close();
    const [ended] = await sql`
      select next_attempt_at > now() + interval '50 seconds' as waits from public.outgoing_mail
      where template = 'landlord-ended'`;
    expect(ended).toEqual({ waits: true });
    await fixtures.asStaff("undo_closing", { contract_id: contract.id });
    expect(await told()).not.toContain(`landlord-ended ${owner}`);
    await close();
    expect(await told()).toContain(`landlord-ended ${owner}`);
    const secret = await secretOf(owner);
    expect((await open(secret))?.contracts).toMatchObject([{ state: "revoked" }]);
    // The landlord cannot open the letter of a revoked contract.
    expect(await letterOf(secret, contract.id)).toBeNull();
  });

  test("that the term ran out, once", async () => {
    const { sql } = fixtures;
    await contracted({ email: owner });
    await confirm(owner);
    await sql`
      update public.contracts set start_date = current_date - 300, end_date = current_date - 2`;
    await fixtures.call("run_schedule", {});
    await fixtures.call("run_schedule", {});
    expect((await told()).filter((mail) => mail.startsWith("landlord-ended"))).toHaveLength(1);
  });
});

describe("who a landlord is", () => {
  test.each([
    [cpf, true],
    [cnpj, true],
    ["11222333000181", true],
    ["52998224724", false],
    ["12ABC34501DE36", false],
    ["00000000000000", false],
    ["12abc34501de35", false],
  ])("is known by a document that exists: %s", async (document, isOne) => {
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
    expect((await open(secret))?.contracts).toHaveLength(1);
    await setLandlord(contract.id, {
      id: contract.landlordId,
      name: "Imobiliária Maringá",
      kind: "agency",
      document: cnpj,
    });
    expect((await landlordOf(contract.id))?.["landlord_id"]).not.toBe(contract.landlordId);
    expect((await open(secret))?.contracts).toEqual([]);
    expect(await fixtures.count(`public.landlords where document = '${cpf}'`)).toBe(1);
  });
});

const landlordOf = async (contractId: string) =>
  (await fixtures.sql`select landlord_id from public.contracts where id = ${contractId}`)[0];
