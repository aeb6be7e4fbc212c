import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import {
  accessRefusals,
  contractStateOn,
  contractStatesByDay,
  isRunningState,
} from "#contracts/leases/contract.ts";
import { contractsLetterFee } from "#contracts/stored-values.ts";
import { callFunction } from "../support/call-api.ts";
import { createUser } from "../support/create-user.ts";
import { insertContract } from "../support/insert-contract.ts";
import { contractRow } from "../support/sample-rows.ts";
import { testStack } from "../support/test-stack.ts";
import type { TestStack } from "../support/test-stack.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await testStack();
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.sql`delete from public.contracts`;
});

test("the views show contracts in force by the nearest end, and the others apart", async () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  await contract({ tenant_name: "Longe", end_date: days(200) });
  await contract({ tenant_name: "Perto", end_date: days(20) });
  await contract({ tenant_name: "Venceu", start_date: days(-90), end_date: days(-3) });
  await contract({ tenant_name: "Encerrado", end_date: days(50), status: "ended" });
  await contract({ tenant_name: "Cancelado", end_date: days(50), status: "cancelled" });
  await contract({ tenant_name: "Futuro", start_date: days(10), end_date: days(300) });
  const names = async (view: string | null) =>
    (await list({ view })).map(({ tenant_name }) => tenant_name);
  expect(await names("active")).toEqual(["Perto", "Longe", "Futuro"]);
  expect(await names("expiring")).toEqual(["Perto"]);
  expect(await names("upcoming")).toEqual(["Futuro"]);
  expect(await names("ended")).toEqual(["Encerrado", "Venceu"]);
  expect(await names("cancelled")).toEqual(["Cancelado"]);
  const states = Object.fromEntries(
    (await list({})).map(({ tenant_name, state }) => [tenant_name, state]),
  );
  expect(states).toEqual({
    Longe: "in_force",
    Perto: "in_force",
    Venceu: "expired",
    Encerrado: "ended",
    Cancelado: "cancelled",
    Futuro: "upcoming",
  });
});

test.each([
  ["contract_state", /(?:then|else) '(\w+)'/gi, contractStatesByDay],
  ["resend_access", /'why', '([\w-]+)'/g, accessRefusals],
])("the values of private.%s are those of the contracts", async (name, given, named) => {
  const [found] = await stack.sql`
    select pg_get_functiondef(to_regproc(${`private.${name}`})) as definition`;
  const words = [...String(found?.["definition"]).matchAll(given)].map(([, word]) => word);
  expect(words.toSorted()).toEqual([...named].toSorted());
});

test("browser, mails and database agree on the state of a contract, and the letter follows it", async () => {
  const terms = [
    ["2020-01-01", "2020-12-31"],
    ["2020-01-01", "2091-01-01"],
    ["2090-01-01", "2091-01-01"],
  ] as const;
  for (const status of ["active", "ended", "cancelled"]) {
    for (const letterFee of contractsLetterFee) {
      for (const [startDate, endDate] of terms) {
        const row = {
          ...contractRow(crypto.randomUUID()),
          status,
          letter_fee: letterFee,
          start_date: startDate,
          end_date: endDate,
        };
        const [said] = await stack.sql`
          select private.contract_state(contract) as state, private.letter_state(contract) as letter,
            private.is_running(contract) as running, private.today_in_brasilia()::text as today
          from jsonb_populate_record(null::public.contracts, ${stack.sql.json(row)}) as contract`;
        const state = contractStateOn(
          { status, startDate, endDate, letterFee },
          String(said?.["today"]),
        );
        expect(said).toMatchObject({
          state,
          letter: state === "expired" ? "ended" : state === "cancelled" ? "revoked" : state,
          running: isRunningState(state),
        });
      }
    }
  }
});

test("pages continue after the last row in both directions", async () => {
  for (let n = 0; n < 5; n += 1) await contract({ tenant_name: `Pessoa ${n}` });
  for (const view of ["active", null]) {
    const all = await list({ view });
    expect(all).toHaveLength(5);
    const first = await list({ view, page_size: 2 });
    const last = first.at(-1);
    const rest = await list({ view, after_date: last?.end_date, after_id: last?.id });
    expect([...first, ...rest]).toEqual(all);
  }
});

test("a contract is found by name, masked CPF, number and e-mail", async () => {
  await contract({ tenant_name: "José Ávila Prado", tenant_cpf: "11144477735" });
  const number = "PF-2026-00AA11BB22";
  await contract({ contract_number: number, tenant_email: "maria@exemplo.com.br" });
  const found = async (search: string) =>
    (await list({ search })).map(({ tenant_name }) => tenant_name);
  expect(await found("prado jose")).toEqual(["José Ávila Prado"]);
  expect(await found("111.444.777-35")).toEqual(["José Ávila Prado"]);
  expect(await found(number.toLowerCase())).toEqual(["Ana Beatriz Ribeiro"]);
  expect(await found("maria@exemplo")).toEqual(["Ana Beatriz Ribeiro"]);
  expect(await found("%")).toEqual([]);
});

test("a contract ends once, with a reason, one mail and a line in the trail", async () => {
  const contract_id = await contract();
  const refused = await call("close_contract", { contract_id, status: "ended", reason: " " });
  expect(refused.status).toBe(422);
  const closed = await Promise.all(
    ["ended", "cancelled", "ended", "cancelled"].map((status) =>
      call("close_contract", { contract_id, status, reason: "Imóvel devolvido" }),
    ),
  );
  expect(closed.map(({ json }) => json)).toContainEqual({
    changed: false,
    state: expect.stringMatching(/ended|cancelled/),
  });
  expect(closed.filter(({ json }) => JSON.stringify(json).includes("true"))).toHaveLength(1);
  expect(await mails(contract_id)).toEqual(["contract-ended"]);
  expect(await detail(contract_id)).toMatchObject({
    close_reason: "Imóvel devolvido",
    closed_by: "staff@payser.example",
    mails: [{ template: "contract-ended", status: "queued" }],
    history: [{ action: "read-contracts" }, { action: "close-contract" }],
  });
  await runSchedule();
  expect(await mails(contract_id)).toEqual(["contract-ended"]);
});

test("an expired term is announced once, and not for contracts from long ago", async () => {
  const start_date = "2020-01-01";
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const recent = await contract({ start_date, end_date: ago(2) });
  const old = await contract({ start_date, end_date: ago(40) });
  const silent = await contract({ start_date, end_date: ago(2), tenant_email: null });
  expect(await runSchedule()).toBe(1);
  expect(await runSchedule()).toBe(0);
  expect(await mails(recent)).toEqual(["contract-ended"]);
  expect([...(await mails(old)), ...(await mails(silent))]).toEqual([]);
  const answer = await call("close_contract", {
    contract_id: recent,
    status: "ended",
    reason: "Já tinha vencido",
  });
  expect(answer.json).toEqual({ changed: false, state: "expired" });
});

test("access is sent again once a minute, in the letter's words until there is a password", async () => {
  const older = await contract();
  await Promise.all(Array.from({ length: 5 }, () => resend(older)));
  expect(await mails(older)).toEqual(["password-recovery"]);
  const lettered = await contract();
  await stack.sql`insert into public.letters (contract_id, code) values (${lettered}, 'ABCDEFGH1234')`;
  await stack.sql`insert into public.document_jobs (contract_id) values (${lettered})`;
  expect((await resend(lettered)).json).toEqual({ changed: false, why: "not-ready" });
  await stack.sql`update public.document_jobs set status = 'done'`;
  expect((await resend(lettered)).json).toEqual({ changed: true });
  expect((await resend(lettered)).json).toEqual({ changed: false, why: "just-sent" });
  expect(await mails(lettered)).toEqual(["contract-ready"]);
  await stack.sql`update public.contracts set password_set_at = now() where id = ${lettered}`;
  expect((await resend(lettered)).json).toEqual({ changed: true });
  expect((await mails(lettered)).toSorted()).toEqual(["contract-ready", "password-recovery"]);
  const silent = await contract({ tenant_email: null });
  expect((await resend(silent)).json).toEqual({ changed: false, why: "no-address" });
});

test("a document is filed once, only from an existing file, and each reading is recorded", async () => {
  const contract_id = await contract();
  const document_id = crypto.randomUUID();
  const filed = { contract_id, document_id, document_name: " Aditivo ", file_path: "" };
  // A file in another bucket cannot become a document of the tenant, even with the right name.
  const missing = {
    ...filed,
    file_path: await storedFile(contract_id, "nada.pdf", "offer-documents"),
  };
  expect((await call("file_contract_document", missing)).status).toBe(404);
  filed.file_path = await storedFile(contract_id, "aditivo.pdf");
  const elsewhere = { ...filed, contract_id: await contract() };
  expect((await call("file_contract_document", elsewhere)).status).toBe(400);
  expect((await call("file_contract_document", filed)).json).toEqual({ changed: true });
  expect((await call("file_contract_document", filed)).json).toEqual({ changed: false });
  const others = { ...filed, contract_id: elsewhere.contract_id };
  others.file_path = await storedFile(others.contract_id, "outro.pdf");
  expect(await call("file_contract_document", others)).toMatchObject({
    status: 409,
    json: { code: "PT409", message: expect.stringContaining("a outro contrato") },
  });
  for (let look = 0; look < 2; look += 1) {
    expect((await call("open_contract_document", { document_id })).json).toEqual({
      filePath: filed.file_path,
      documentName: "Aditivo",
    });
  }
  const rename = { document_id, document_name: "Aditivo 1" };
  expect((await call("rename_contract_document", rename)).json).toEqual({ changed: true });
  expect((await call("rename_contract_document", rename)).json).toEqual({ changed: false });
  const withdrawal = () => call("withdraw_contract_document", { document_id });
  expect((await withdrawal()).json).toEqual({ changed: true, filePath: filed.file_path });
  expect((await withdrawal()).json).toEqual({ changed: false });
  const trail = await stack.sql`
    select action from public.audit_trail where subject_id = ${contract_id} order by id`;
  expect(trail.map((row) => row["action"])).toEqual([
    "file-contract-document",
    "view-contract-document",
    "view-contract-document",
    "rename-contract-document",
    "withdraw-contract-document",
  ]);
});

test.each([
  ["letter", "carta-de-fianca.pdf"],
  ["contract", "contrato-de-garantia.pdf"],
  ["accepted conditions", "condicoes-aceitas.pdf"],
])("a document issued with a contract is not withdrawn: the %s", async (_what, file) => {
  const contract_id = await contract();
  const [row] = await stack.sql`
    insert into public.contract_documents (contract_id, document_name, file_path)
    values (${contract_id}, 'Emitido', ${`${contract_id}/${file}`})
    returning id`;
  const document_id = String(row?.["id"]);
  expect((await call("withdraw_contract_document", { document_id })).status).toBe(422);
  expect(await detail(contract_id)).toMatchObject({
    documents: [{ id: document_id, is_issued: true }],
  });
});

test("expiring contracts and failed letters are counted for the navigation", async () => {
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString();
  const soon = await contract({ end_date: day });
  await contract();
  const later = new Date(Date.now() + 40 * 86_400_000).toISOString();
  const muchLater = new Date(Date.now() + 400 * 86_400_000).toISOString();
  await contract({ start_date: later, end_date: muchLater });
  await stack.sql`delete from public.outgoing_mail`;
  await stack.sql`
    insert into public.document_jobs (contract_id, status, attempts) values (${soon}, 'parked', 8)`;
  const { json } = await call("staff_counts", {});
  expect(json).toMatchObject({ contractsExpiring: 1, contractsUpcoming: 1, mailParked: 1 });
});

const rowsSchema = z.array(
  z.object({ id: z.string(), tenant_name: z.string(), end_date: z.string(), state: z.string() }),
);

function call(name: string, args: Record<string, unknown>) {
  return callFunction(stack, stack.personas.staff, name, args);
}

const resend = (contract_id: string) => call("resend_access", { contract_id });

async function list(args: Record<string, unknown>) {
  return rowsSchema.parse((await call("list_contracts", args)).json);
}

async function detail(contract_id: string) {
  return (await call("contract_detail", { contract_id })).json;
}

async function contract(changes: Record<string, unknown> = {}) {
  const owner = await createUser(stack.sql, `${crypto.randomUUID()}@contratos.payser.invalid`);
  const term = {
    start_date: new Date(Date.now() - 86_400_000).toISOString(),
    end_date: new Date(Date.now() + 300 * 86_400_000).toISOString(),
  };
  return (await insertContract(stack.sql, contractRow(owner, { ...term, ...changes }))).id;
}

async function storedFile(contractId: string, file: string, bucket = "contract-documents") {
  const path = `${contractId}/${file}`;
  await stack.sql`
    insert into storage.objects (bucket_id, name) values (${bucket}, ${path})`;
  return path;
}

async function mails(contractId: string) {
  const rows = await stack.sql`
    select template from public.outgoing_mail where contract_id = ${contractId}`;
  return rows.map((row) => row["template"]);
}

async function runSchedule() {
  const [row] = await stack.sql`select private.end_contracts() as told`;
  return row?.["told"];
}
