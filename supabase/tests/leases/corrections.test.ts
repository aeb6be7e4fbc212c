import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { createHash } from "node:crypto";
import { trackedRequestSchema } from "#contracts/requests/tracking.ts";
import { callAsService } from "../support/act-as.ts";
import { callFunction } from "../support/call-api.ts";
import type { PersonaName } from "../support/personas.ts";
import { insertContract } from "../support/insert-contract.ts";
import { contractRow, offerRow, simulationRow } from "../support/sample-rows.ts";
import { type TestStack, testStack } from "../support/test-stack.ts";

const hash = "a".repeat(64);
const former = "7K3MQ9ZT4B0X";
const street = {
  property_street: "Av. Brasil, 100",
  property_city: "Maringá",
  property_state: "PR",
};

let stack: TestStack;
let contract_id: string;
beforeAll(async () => {
  stack = await testStack();
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  const { sql, personas } = stack;
  await sql`delete from public.contracts`;
  await sql`delete from public.simulations`;
  await sql`delete from public.rate_limits`;
  const row = contractRow(String(personas.tenant.userId), {
    start_date: "2090-01-01",
    end_date: "2090-12-31",
    tenant_phone: "44999998888",
    property_city: "Maringá",
    property_state: "PR",
  });
  contract_id = (await insertContract(sql, row)).id;
  await sql`
    insert into public.letters (contract_id, code, file_sha256)
    values (${contract_id}, ${former}, ${hash})`;
  await sql`
    insert into public.contract_documents (contract_id, document_name, file_path)
    values (${contract_id}, 'Carta de fiança', ${`${contract_id}/carta-de-fianca.pdf`})`;
  await sql`insert into public.document_jobs (contract_id, status) values (${contract_id}, 'done')`;
});

const call = async (name: string, args: Record<string, unknown>, who: PersonaName) =>
  z
    .looseObject({})
    .nullable()
    .parse((await callFunction(stack, stack.personas[who], name, args)).json);
const correct = (wanted: Record<string, unknown>, changes: Record<string, unknown> = {}) =>
  call(
    "correct_contract",
    {
      contract_id,
      correction_id: crypto.randomUUID(),
      known_code: former,
      wanted,
      reason: "Estava errado",
      ...changes,
    },
    "other staff",
  );
const waiting = () => call("waiting_correction", { contract_id }, "tenant");
type Door = { account: string } | { secret_hash: string };
const asTenant = (): Door => ({ account: String(stack.personas.tenant.userId) });
const acceptIt = (correction_id: unknown, full_name = "Ana Beatriz Ribeiro", door = asTenant()) =>
  callAsService(stack.sql, "accept_correction", {
    correction_id,
    full_name,
    ...door,
    address_hash: "b".repeat(64),
    user_agent: "Navegador",
  });
const accept = async (full_name = " ana beatriz RIBEIRO", door = asTenant()) =>
  acceptIt((await waiting())?.["id"], full_name, door);

/** Creates an accepted request for the contract, and returns the hash of the secret in the link of that request. */
async function byLink(): Promise<{ secret_hash: string }> {
  const { sql } = stack;
  const request = simulationRow({
    status: "approved",
    reviewed_at: "2026-11-01T12:00:00Z",
    reviewed_by: String(stack.personas.staff.userId),
  });
  const [simulation] = await sql`insert into public.simulations ${sql(request)} returning id`;
  const simulation_id = String(simulation?.["id"]);
  const offer = offerRow(simulation_id, { status: "accepted", closed_at: new Date() });
  const [made] = await sql`insert into public.offers ${sql(offer)} returning id`;
  await sql`update public.contracts set offer_id = ${String(made?.["id"])} where id = ${contract_id}`;
  const secret = String(await callAsService(sql, "tracking_secret", { simulation_id }));
  return { secret_hash: createHash("sha256").update(secret).digest("hex") };
}
const track = async ({ secret_hash }: { secret_hash: string }) =>
  trackedRequestSchema.parse(
    await callAsService(stack.sql, "track_request", { secret_hash, address_hash: "b".repeat(64) }),
  );
const verify = (code: string) =>
  callAsService(stack.sql, "verify_letter", { code, address_hash: "b".repeat(64) });
const contract = async () => {
  const [row] = await stack.sql`
    select contract.*, start_date::text, end_date::text, letter.code
    from public.contracts as contract join public.letters as letter on letter.contract_id = contract.id`;
  return row ?? {};
};
const mails = async () =>
  (
    await stack.sql`
    select template || ' ' || recipient as sent from public.outgoing_mail
    where contract_id = ${contract_id} order by 1`
  ).map((row) => String(row["sent"]));
const issue = async () => {
  const job = Object(await callAsService(stack.sql, "claim_document_job", {}));
  return callAsService(stack.sql, "record_documents_issued", {
    contract_id,
    attempt: job.attempt,
    letter_sha256: "c".repeat(64),
    documents: [{ name: "Carta de fiança", file: `carta-de-fianca-${job.version}.pdf` }],
    version: job.version,
  });
};

test("an e-mail changes at once: both addresses are notified, and links and mails leave the former", async () => {
  const { sql } = stack;
  const { user_id } = await contract();
  await sql`
    insert into private.account_links (user_id, purpose, secret_hash, mailed_at)
    values (${String(user_id)}, 'first-password', ${hash}, now())`;
  await sql`
    insert into public.outgoing_mail (template, recipient, idempotency_key, contract_id)
    select 'contract-ready', tenant_email, 'x:' || id, id from public.contracts`;
  const before = await contract();
  expect(
    await correct({ tenant_email: " Nova@Exemplo.com.br", tenant_phone: "44988887777" }),
  ).toEqual({
    changed: true,
    outcome: "contact",
  });
  expect(await contract()).toMatchObject({
    tenant_email: "nova@exemplo.com.br",
    tenant_phone: "44988887777",
    code: former,
  });
  expect(await mails()).toEqual([
    `contact-changed ${String(before["tenant_email"])}`,
    "contact-changed nova@exemplo.com.br",
    "contract-ready nova@exemplo.com.br",
    "contract-ready nova@exemplo.com.br",
  ]);
  const [links] = await sql`select count(*)::integer as n from private.account_links`;
  expect(links).toEqual({ n: 0 });
  const [trail] = await sql`
    select details ->> 'status' as status, details::text as details from public.audit_trail
    where action = 'correct-contract' and subject_id = ${contract_id}`;
  expect(trail).toMatchObject({ status: "contact" });
  expect(String(trail?.["details"])).not.toContain("nova");
});

test("a new landlord makes a new version with its own code, and the former code says replaced", async () => {
  expect(await correct({ landlord_name: "Outro Locador" })).toMatchObject({ outcome: "reissued" });
  const { code } = await contract();
  expect(code).not.toBe(former);
  expect(await verify(String(code))).toBeNull();
  expect(await issue()).toBe(true);
  expect(await verify(String(code))).toMatchObject({ state: "upcoming" });
  const told = Object(await verify(former));
  expect(told).toEqual({
    state: "replaced",
    tenant: "A. B. R.",
    issuedAt: expect.any(String),
    replacedAt: expect.any(String),
    fileSha256: hash,
  });
  const documents = await stack.sql`
    select document_name, file_path from public.contract_documents order by created_at, file_path`;
  expect(documents.map((row) => row["document_name"]).toSorted()).toEqual([
    "Carta de fiança",
    "Carta de fiança (versão anterior)",
  ]);
  expect(await mails()).toEqual([expect.stringContaining("letter-reissued")]);
});

test("another address and start wait for the tenant, and the former letter is valid until then", async () => {
  expect(await correct({ ...street, start_date: "2090-02-01" })).toMatchObject({
    outcome: "asked",
  });
  expect(await mails()).toEqual([expect.stringContaining("correction-asked")]);
  expect(await verify(former)).toMatchObject({ state: "upcoming", startDate: "2090-01-01" });
  expect(await waiting()).toMatchObject({
    reason: "Estava errado",
    former: { start_date: "2090-01-01" },
    wanted: { property_address: "Av. Brasil, 100, Maringá, PR", end_date: "2091-01-31" },
  });
  expect(await call("waiting_correction", { contract_id }, "other tenant")).toBeNull();
  expect(await accept("Outro Nome")).toEqual({ outcome: "name" });
  expect((await contract())["code"]).toBe(former);
  expect(await accept()).toEqual({ outcome: "applied" });
  expect(await contract()).toMatchObject({ start_date: "2090-02-01", end_date: "2091-01-31" });
  expect(await verify(former)).toMatchObject({ state: "replaced" });
  const [evidence] = await stack.sql`select * from private.contract_corrections`;
  expect(evidence).toMatchObject({
    status: "applied",
    accepted_name: "ana beatriz RIBEIRO",
    address_hash: "b".repeat(64),
    user_agent: "Navegador",
  });
  expect(await waiting()).toBeNull();
});

test("a correction also waits on the page of the request, whose link accepts it once by the same rules", async () => {
  const link = await byLink();
  await correct(street);
  const { contract: shown } = await track(link);
  expect(shown?.correction).toMatchObject({
    reason: "Estava errado",
    former: { property_address: "Avenida Brasil, 4200" },
    wanted: { property_address: "Av. Brasil, 100, Maringá, PR" },
  });
  expect(await accept("Outro Nome", link)).toEqual({ outcome: "name" });
  const id = shown?.correction?.id;
  const answers = await Promise.all([1, 2, 3].map(() => acceptIt(id, "ana beatriz ribeiro", link)));
  expect(new Set(answers.map((answer) => Object(answer).outcome))).toEqual(new Set(["applied"]));
  expect((await track(link)).contract?.correction).toBeUndefined();
  const [job] = await stack.sql`select status, version from public.document_jobs`;
  expect(job).toEqual({ status: "queued", version: 2 });
  const trail = await stack.sql`
    select actor from public.audit_trail
    where action = 'accept-correction' and subject_id = ${contract_id}`;
  expect([...trail]).toEqual([{ actor: null }]);
});

test("a correction is accepted with no other link or account, nor without either", async () => {
  const link = await byLink();
  await correct(street);
  const id = (await waiting())?.["id"];
  const doors: Partial<Record<"account" | "secret_hash", string>>[] = [
    { secret_hash: hash },
    { account: String(stack.personas["other tenant"].userId) },
    { account: String(stack.personas.staff.userId) },
    {},
  ];
  for (const door of doors) {
    const args = { correction_id: id, full_name: "Ana Beatriz Ribeiro", ...door };
    const from = { address_hash: "b".repeat(64), user_agent: "" };
    expect(await callAsService(stack.sql, "accept_correction", { ...args, ...from })).toBeNull();
  }
  // An expired link of a request does not open the correction.
  await stack.sql`
    update public.simulations set reviewed_at = now() - interval '200 days'`;
  await stack.sql`update public.offers set closed_at = now() - interval '100 days'`;
  expect(await acceptIt(id, "Ana Beatriz Ribeiro", link)).toBeNull();
  expect((await contract())["code"]).toBe(former);
});

test("the mails of a correction lead tenants without a password to the request", async () => {
  await byLink();
  await correct(street);
  const followed = async () => {
    const [mail] = await stack.sql`
      select private.subject_of_mail(mail) ->> 'followed_by' as id
      from public.outgoing_mail as mail where template = 'correction-asked'`;
    return mail?.["id"];
  };
  const [request] = await stack.sql`select id from public.simulations`;
  expect(await followed()).toBe(request?.["id"]);
  await stack.sql`update public.contracts set password_set_at = now()`;
  expect(await followed()).toBeNull();
});

test("a waiting correction can be withdrawn, and a second one is refused meanwhile", async () => {
  await correct(street);
  expect(await correct({ landlord_name: "Outro Locador" })).toMatchObject({ outcome: "waiting" });
  const correction_id = (await waiting())?.["id"];
  expect(await call("withdraw_correction", { correction_id }, "other staff")).toEqual({
    changed: true,
  });
  expect(await acceptIt(correction_id)).toEqual({ outcome: "withdrawn" });
});

test.each([
  ["the same value again", {}, {}, "same"],
  ["the tenant's name alone", { tenant_name: "Outra Pessoa", fee: 1 }, {}, "same"],
  [
    "a correction that a colleague has made",
    { landlord_name: "Outro" },
    { known_code: "0".repeat(12) },
    "outdated",
  ],
])("%s changes nothing", async (_what, wanted, changes, outcome) => {
  const before = await contract();
  expect(await correct(wanted, changes)).toEqual({ changed: false, outcome });
  expect(await contract()).toEqual(before);
});

test.each([
  [
    "a start after the end of the term",
    { start_date: "2001-01-01" },
    "Com este início, o contrato já teria terminado.",
  ],
  ["no landlord", { landlord_name: " " }, "Confira o locador, o endereço e o início."],
  ["no start", { start_date: null }, "Confira o locador, o endereço e o início."],
])("%s is refused", async (_what, wanted, message) => {
  expect(await correct(wanted)).toMatchObject({ code: "PT422", message });
});

test("a contract that is over is not corrected, and a correction of it is not accepted", async () => {
  await correct(street);
  const correction_id = (await waiting())?.["id"];
  await stack.sql`update public.contracts set status = 'cancelled'`;
  expect(await correct({ landlord_name: "Outro" })).toMatchObject({ outcome: "closed" });
  expect(await acceptIt(correction_id)).toEqual({ outcome: "closed" });
  expect((await contract())["code"]).toBe(former);
});

test("two corrections at once, or one and an end, have one outcome", async () => {
  const answers = await Promise.all(
    ["Um Locador", "Dois Locador"].map((landlord_name) => correct({ landlord_name })),
  );
  expect(answers.map((answer) => answer?.["outcome"]).toSorted()).toEqual(["outdated", "reissued"]);
  await issue();
  const known_code = (await contract())["code"];
  const [corrected] = await Promise.all([
    correct({ landlord_name: "Três Locador" }, { known_code }),
    call("close_contract", { contract_id, status: "ended", reason: "Devolvido" }, "staff"),
  ]);
  expect(corrected?.["outcome"]).toBe(
    (await contract())["landlord_name"] === "Três Locador" ? "reissued" : "closed",
  );
});

test("an acceptance and a withdrawal at the same time have one outcome", async () => {
  for (let time = 0; time < 5; time += 1) {
    const known_code = (await contract())["code"];
    await correct({ ...street, property_street: `Rua ${time}, 10` }, { known_code });
    const correction_id = (await waiting())?.["id"];
    const [accepted, withdrawn] = await Promise.all([
      acceptIt(correction_id),
      call("withdraw_correction", { correction_id }, "other staff"),
    ]);
    expect(accepted).toEqual({
      outcome: withdrawn?.["changed"] === true ? "withdrawn" : "applied",
    });
    if (withdrawn?.["changed"] !== true) await issue();
  }
});

test("a late worker with the former version changes nothing of the new one", async () => {
  await correct({ landlord_name: "Outro Locador" });
  await callAsService(stack.sql, "claim_document_job", {});
  const late = { contract_id, attempt: 1, letter_sha256: hash, documents: [], version: 1 };
  expect(await callAsService(stack.sql, "record_documents_issued", late)).toBe(false);
  expect(await verify(String((await contract())["code"]))).toBeNull();
});
