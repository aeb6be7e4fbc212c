import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { specimenCode, verifiedLetterSchema } from "#contracts/leases/letters.ts";
import { actAs, callAsService } from "../support/act-as.ts";
import { createStaff, createUser } from "../support/create-user.ts";
import { insertContract } from "../support/insert-contract.ts";
import { contractRow } from "../support/sample-rows.ts";
import { type TestDatabase, testDatabase } from "../support/test-database.ts";

const hash = "a".repeat(64);
const address_hash = "b".repeat(64);
const code = "7K3MQ9ZT4B0X";
const documents = [
  { name: "Carta de fiança", file: "carta-de-fianca.pdf" },
  { name: "Contrato de garantia", file: "contrato-de-garantia.pdf" },
];
const claimSchema = z
  .looseObject({ contractId: z.string(), attempt: z.number(), letter: z.looseObject({}) })
  .nullable();

let database: TestDatabase;
let userId: string;
let contractId: string;
beforeAll(async () => {
  database = await testDatabase();
  userId = await createUser(database.sql, "carta@contratos.payser.invalid");
}, 60_000);
afterAll(() => database.close());
beforeEach(async () => {
  const { sql } = database;
  await sql`delete from public.contracts`;
  await sql`delete from public.outgoing_mail`;
  await sql`delete from public.rate_limits`;
  const row = contractRow(userId, {
    cover_limit: 15_540,
    property_city: "Maringá",
    property_state: "PR",
    tenant_name: "Ana Beatriz da Silva e Souza",
  });
  contractId = (await insertContract(sql, row)).id;
  await sql`insert into public.letters (contract_id, code) values (${contractId}, ${code})`;
  await sql`insert into public.document_jobs (contract_id) values (${contractId})`;
});

test("no letter has the code of the specimen", async () => {
  const taken = database.sql`update public.letters set code = ${specimenCode}`;
  await expect(taken).rejects.toThrow("letters_code_is_no_specimen");
});

const claim = async () =>
  claimSchema.parse(await callAsService(database.sql, "claim_document_job", {}));
const record = (attempt: number, letter_sha256 = hash) =>
  callAsService(database.sql, "record_documents_issued", {
    contract_id: contractId,
    attempt,
    letter_sha256,
    documents,
  });
const count = async (from: string) => {
  const [row] = await database.sql.unsafe(`select count(*)::integer as n from ${from}`);
  return row?.["n"];
};
const leaseRunsOut = () => database.sql`
  update public.document_jobs set leased_until = now() - interval '1 second'`;

describe("a job", () => {
  test("is leased once with all data for its files", async () => {
    const claims = await Promise.all(Array.from({ length: 5 }, claim));
    const given = claims.filter((one) => one !== null);
    expect(given).toHaveLength(1);
    expect(given[0]).toMatchObject({ contractId, attempt: 1, letter: { code } });
    expect(JSON.stringify(given)).not.toContain(userId);
  });

  test("is recorded once: rows, hash and mail together", async () => {
    await claim();
    expect(await Promise.all([record(1), record(1)])).toEqual(
      expect.arrayContaining([true, false]),
    );
    expect(await count("public.contract_documents")).toBe(2);
    expect(await count("public.outgoing_mail where template = 'contract-ready'")).toBe(1);
    expect(await count(`public.letters where file_sha256 = '${hash}'`)).toBe(1);
    expect(await claim()).toBeNull();
  });

  test("goes to another worker when the first one dies, whose late result is ignored", async () => {
    await claim();
    await leaseRunsOut();
    expect(await claim()).toMatchObject({ attempt: 2 });
    expect(await record(1, "f".repeat(64))).toBe(false);
    expect(await count("public.outgoing_mail")).toBe(0);
    expect(await record(2)).toBe(true);
    expect(await count(`public.letters where file_sha256 = '${hash}'`)).toBe(1);
  });

  test("waits longer after each failure and is parked after the eighth, until staff put it back", async () => {
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await database.sql`update public.document_jobs set next_attempt_at = now()`;
      await claim();
      await callAsService(database.sql, "record_documents_failed", {
        contract_id: contractId,
        attempt,
        error: "RENDER",
      });
      const [row] = await database.sql`
        select extract(epoch from next_attempt_at - now())::integer as wait
        from public.document_jobs`;
      waits.push(Number(row?.["wait"]));
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3840]);
    const staff = await createStaff(database.sql, "emissora@payser.example");
    const asStaff = { role: "authenticated" as const, userId: staff };
    const [parked] = await actAs(
      database.sql,
      asStaff,
      (sql) => sql`select * from public.list_parked_documents()`,
    );
    expect(parked).toMatchObject({
      contract_id: contractId,
      attempts: 8,
      last_error: "RENDER",
    });
    const retried = () =>
      actAs(
        database.sql,
        asStaff,
        (sql) => sql`select public.retry_documents(${contractId}) as answer`,
      );
    expect(await retried()).toMatchObject([{ answer: { changed: true } }]);
    expect(await retried()).toMatchObject([{ answer: { changed: false } }]);
    expect(await count("public.audit_trail where action = 'retry-documents'")).toBe(1);
    expect(await claim()).toMatchObject({ attempt: 1 });
  });
});

describe("a letter", () => {
  const verify = async (typed = code) => {
    const answer = await callAsService(database.sql, "verify_letter", {
      code: typed,
      address_hash,
    });
    return answer === null ? null : verifiedLetterSchema.parse(answer);
  };
  const change = (values: Record<string, unknown>) =>
    database.sql`update public.contracts set ${database.sql(values)}`;
  const daysFromNow = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Sao_Paulo" }).format();

  test("is unknown until its file exists, then shown without its tenant's name", async () => {
    expect(await verify()).toBeNull();
    await claim();
    await record(1);
    await change({ start_date: daysFromNow(-30), end_date: daysFromNow(300) });
    const answer = await callAsService(database.sql, "verify_letter", { code, address_hash });
    expect(answer).toMatchObject({
      state: "in_force",
      tenant: "A. B. S. S.",
      city: "Maringá, PR",
      limit: 15_540,
      fileSha256: hash,
    });
    expect(JSON.stringify(answer)).not.toMatch(/Beatriz|52998224725|PF-|@/);
  });

  test.each([
    ["before its term", { start_date: daysFromNow(3), end_date: daysFromNow(300) }, "upcoming"],
    ["on its first day", { start_date: today, end_date: daysFromNow(300) }, "in_force"],
    ["on its last day", { start_date: daysFromNow(-300), end_date: today }, "in_force"],
    ["after its term", { start_date: daysFromNow(-300), end_date: daysFromNow(-3) }, "ended"],
    [
      "ended before its term",
      { start_date: daysFromNow(-3), end_date: daysFromNow(300), status: "ended" },
      "ended",
    ],
    [
      "cancelled",
      { start_date: daysFromNow(-3), end_date: daysFromNow(300), status: "cancelled" },
      "revoked",
    ],
  ])("names its state %s", async (_when, values, state) => {
    await claim();
    await record(1);
    await change(values);
    expect(await verify()).toMatchObject({ state });
  });

  test("names the day of the keys after it was ended", async () => {
    await claim();
    await record(1);
    const term = { start_date: daysFromNow(-30), end_date: daysFromNow(300) };
    await change({ ...term, status: "ended", closed_at: new Date(), ends_on: daysFromNow(-9) });
    expect(await verify()).toMatchObject({ state: "ended", closedOn: daysFromNow(-9) });
  });

  test("cannot be guessed for long from one network", async () => {
    for (let miss = 0; miss < 30; miss += 1) {
      expect(await verify(String(miss).padStart(12, "0"))).toBeNull();
    }
    await expect(verify("0".repeat(12))).rejects.toThrow("Muitas solicitações");
  });

  test("can be read repeatedly by holders of its code, within a limit", async () => {
    await claim();
    await record(1);
    await database.sql`update private.limits set most = 3 where action = 'verify-by-address'`;
    for (let time = 0; time < 3; time += 1) expect(await verify()).not.toBeNull();
    await expect(verify()).rejects.toThrow("Muitas solicitações");
    await database.sql`update private.limits set most = 300 where action = 'verify-by-address'`;
  });
});
