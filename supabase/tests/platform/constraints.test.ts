import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { linkSamples, plainSamples } from "#contracts/link-samples-for-tests.ts";
import { hasLink } from "#contracts/fields/text.ts";
import { createUser } from "../support/create-user.ts";
import { insertContract } from "../support/insert-contract.ts";
import {
  contactMessageRow,
  contractRow,
  partnershipRow,
  simulationRow,
} from "../support/sample-rows.ts";
import { type TestDatabase, testDatabase } from "../support/test-database.ts";

let database: TestDatabase;
let userId: string;

beforeAll(async () => {
  database = await testDatabase();
  userId = await createUser(database.sql, "um@contratos.payser.invalid");
}, 60_000);
afterAll(() => database.close());

type Cases = Record<string, unknown[]>;
const long = (length: number) => "a".repeat(length);
const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);

/** Returns the birth date of a person who becomes 18 years old in `days` days. */
function adultIn(days: number): string {
  const date = new Date(Date.now() + days * 86_400_000);
  date.setUTCFullYear(date.getUTCFullYear() - 18);
  return date.toISOString().slice(0, 10);
}
const badForeignPhones = ["+5544999998888", "+0449999988", "+123456789", "1+4155552671", "+"];

const refusedSimulations: Cases = {
  status: ["other", "", null],
  full_name: ["ab", "   ", long(101), null],
  email: ["sem-arroba", "a@b", "a b@c.d", `${long(251)}@b.co`, null],
  phone: ["123456789", "1".repeat(16), "44 999998888", ...badForeignPhones, null],
  cpf: ["52998224724", "11111111111", "5299822472", "529.982.247-25", "529982247255", "", null],
  birth_date: ["1919-12-31", tomorrow, adultIn(2), null],
  monthly_income: [-0.01, "NaN", 10_000_000_000, null],
  occupation: ["x", long(101), null],
  property_address: ["abcd", long(201), null],
  property_city: ["x", long(101), null],
  property_state: ["XX", "pr", "PRR", "", null],
  rental_value: [-1, null],
  owner_name: ["ab", long(101), null],
  owner_contact: ["123456789", "1".repeat(16), ...badForeignPhones, null],
  comments: [long(1001)],
  accepted_terms_version: ["", null],
  rejection_reason: ["Sem rejeição não há motivo"],
  reviewed_at: ["2026-01-01T00:00:00Z"],
};
const acceptedSimulations: Cases = {
  full_name: ["Ana", long(100)],
  phone: ["4433221100", "5544999998888", "+14155552671", "+123456789012345"],
  owner_contact: ["4433221100", "+351912345678"],
  cpf: ["52998224725", "11144477735", "00000000191", "39053344705"],
  birth_date: ["1920-01-01", adultIn(-1)],
  monthly_income: [0, 9_999_999_999.99],
  comments: [null, long(1000)],
  property_state: ["AC", "DF", "TO"],
};
const refusedMessages: Cases = {
  status: ["read", null],
  name: ["x", "a".repeat(101), null],
  email: ["x", null],
  phone: ["12345", ...badForeignPhones],
  subject: ["ab", "a".repeat(121), null],
  message: ["  a  ", "a".repeat(1001), null],
  product: ["Pag Payser", "/pag-payser", "a--b", "", "a".repeat(97)],
  answered_at: ["2026-03-01T12:00:00Z"],
};
const refusedPartnerships: Cases = {
  partner_name: ["ab", null],
  email: ["x", null],
  phone: ["12345", ...badForeignPhones, null],
  company_name: ["x", null],
  property_address: ["abcd", null],
  property_city: ["x", null],
  property_state: ["ZZ", null],
  property_type: ["Castelo", "casa", "", null],
  property_value: [-5, null],
  message: [long(1001)],
};
const refusedContracts: Cases = {
  contract_number: ["1", "PF-2026-XYZ", "pf-2026-4d8a1f0c72", null],
  status: ["inativo", null],
  tenant_cpf: ["52998224724", null],
  tenant_email: ["x"],
  tenant_phone: ["1", ...badForeignPhones],
  property_type: ["Castelo", null],
  rental_value: [-1, null],
  guarantee_reference_value: [-1, null],
  end_date: ["2026-02-01", "2025-01-01", null],
  contract_duration_months: [0, 13, null],
  payment_plan: ["card", null],
  instalments: [0, 13, null],
  payment_method: ["", null],
};

describe.each(flatten(refusedSimulations))("a simulation with $column = $label", ({ change }) => {
  test("is refused", () => refuses(insert("simulations", simulationRow(change))));
});
describe.each(flatten(acceptedSimulations))("a simulation with $column = $label", ({ change }) => {
  test("is accepted", async () => {
    expect((await insert("simulations", simulationRow(change))).count).toBe(1);
  });
});
describe.each(flatten(refusedPartnerships))(
  "a partnership request with $column = $label",
  (entry) => {
    test("is refused", () => refuses(insert("partnership_requests", partnershipRow(entry.change))));
  },
);
describe.each(flatten(refusedMessages))("a contact message with $column = $label", ({ change }) => {
  test("is refused", () => refuses(insert("contact_messages", contactMessageRow(change))));
});
describe.each(flatten(refusedContracts))("a contract with $column = $label", ({ change }) => {
  test("is refused", () => refuses(insertContract(database.sql, contractRow(userId, change))));
});

test.each([
  // No mail contains accepted_terms_version, so a link in this column does no harm.
  ["simulations", simulationRow, ["accepted_terms_version", "comments"]],
  ["partnership_requests", partnershipRow, ["message"]],
] as const)("visitors' texts in %s may hold links in the listed columns only", async (...entry) => {
  const [table, sampleRow, allowed] = entry;
  const columns = await database.sql`
    select attname from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0
      and atttypid = 'text'::regtype
      and has_column_privilege('service_role', attrelid, attnum, 'insert')
    order by attname`;
  const taken: string[] = [];
  for (const { attname } of columns) {
    const row = sampleRow({ [String(attname)]: "www.exemplo.com.br" });
    const inserted = await insert(table, row).catch(() => undefined);
    if (inserted) taken.push(String(attname));
  }
  expect(taken).toEqual(allowed);
});

test("a minor's request from before the rule can still be decided", async () => {
  const row = simulationRow({
    birth_date: adultIn(2),
    created_at: "2100-01-01T12:00:00Z",
    answer_due_at: "2100-01-02T12:00:00Z",
  });
  const [{ id } = { id: "" }] = await insert("simulations", row);
  const { count } = await database.sql`
    update public.simulations
    set created_at = now(), status = 'rejected', reviewed_at = now(), rejection_reason = 'Menor'
    where id = ${String(id)}`;
  expect(count).toBe(1);
});

test("contract numbers are random and cannot be listed", async () => {
  const rows = await database.sql`
    select private.new_contract_number() as number from generate_series(1, 1000)`;
  const numbers = new Set(rows.map((row) => String(row["number"])));
  expect(numbers.size).toBe(1000);
  for (const number of numbers) expect(number).toMatch(/^PF-\d{4}-[0-9A-F]{10}$/);
});

test.each(["outra-pasta/carta.pdf", "../carta.pdf", "/carta.pdf"])(
  "a document cannot point at %s",
  async (path) => {
    const { sql } = database;
    const owner = await createUser(sql, `${crypto.randomUUID()}@contratos.payser.invalid`);
    const { id: contract_id } = await insertContract(sql, contractRow(owner));
    const row = { contract_id, document_name: "Carta" };
    await refuses(insert("contract_documents", { ...row, file_path: path }));
    await refuses(insert("contract_documents", { ...row, file_path: `${contract_id}/../x.pdf` }));
    await insert("contract_documents", { ...row, file_path: `${contract_id}/carta.pdf` });
  },
);

test("a notice to the staff inbox has no recipient, every other mail has one", async () => {
  const mail = { idempotency_key: "1", payload: database.sql.json({}) };
  await refuses(insert("outgoing_mail", { ...mail, template: "simulation-received" }));
  await refuses(
    insert("outgoing_mail", { ...mail, template: "simulation-notice", recipient: "a@b.co" }),
  );
  await refuses(insert("outgoing_mail", { ...mail, template: "other", recipient: "a@b.co" }));
});

test("a queued mail holds no data of its request or contract", async () => {
  const [request] = await insert("simulations", simulationRow());
  const about = {
    template: "simulation-approved",
    recipient: "a@b.co",
    simulation_id: request?.["id"],
  };
  const payload = database.sql.json({ fullName: "Maria" });
  await refuses(insert("outgoing_mail", { ...about, idempotency_key: "copy", payload }));
  await insert("outgoing_mail", { ...about, idempotency_key: "none" });
});

function flatten(cases: Cases) {
  return Object.entries(cases).flatMap(([column, values]) =>
    values.map((value) => ({
      column,
      label: String(value).slice(0, 20),
      change: { [column]: value },
    })),
  );
}

function insert(table: string, row: Record<string, unknown>) {
  const { sql } = database;
  const names = Object.keys(row);
  const values = Object.values(row).map((value) =>
    typeof value === "string" || typeof value === "number" ? String(value) : sql.typed(value, 0),
  );
  return sql.unsafe(
    `insert into public.${table} (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()}) returning *`,
    values,
  );
}

/**
 * Expects that the database refuses the data because of a null value, a check, a value out of range or unreadable text.
 */
async function refuses(attempt: Promise<unknown>) {
  await expect(attempt).rejects.toMatchObject({
    code: expect.stringMatching(/^(23502|23514|22003|22007|22008|22P02)$/),
  });
}

test("an account's own metadata are limited to 4 kB, for any writer and in any number of steps", async () => {
  const { sql } = database;
  const say = (size: number, as: string) => sql`
    update auth.users set raw_user_meta_data =
      coalesce(raw_user_meta_data, '{}') || jsonb_build_object(${as}::text, repeat('x', ${size}::integer))
    where id = ${userId}`;
  await say(3000, "a");
  await expect(say(3000, "b")).rejects.toMatchObject({ code: "PT422" });
  await expect(sql`
    insert into auth.users (id, email, raw_user_meta_data)
    values (gen_random_uuid(), 'b@payser.example', jsonb_build_object('a', repeat('x', 5000)))`).rejects.toMatchObject(
    { code: "PT422" },
  );
  const [row] = await sql`
    select octet_length(raw_user_meta_data::text) as bytes from auth.users where id = ${userId}`;
  expect(row?.["bytes"]).toBeLessThan(4096);
});

test.each([
  ["Ana@Exemplo.com.br ", "ana@exemplo.com.br"],
  ["ana+tag@exemplo.com.br", "ana@exemplo.com.br"],
  ["ana+a+b@exemplo.com.br", "ana@exemplo.com.br"],
  // Dots in an address distinguish people at every provider except Gmail.
  ["a.na@exemplo.com.br", "a.na@exemplo.com.br"],
  ["A.n.a+x@GoogleMail.com", "ana@gmail.com"],
  ["ana@gmail.com", "ana@gmail.com"],
  ["a.na@gmail.com.br", "a.na@gmail.com.br"],
  ["+ana@exemplo.com.br", "+ana@exemplo.com.br"],
])("%j reaches the mailbox %s", async (address, mailbox) => {
  const [row] = await database.sql`select private.mailbox_of(${address}) as mailbox`;
  expect(row?.["mailbox"]).toBe(mailbox);
});

test("the database finds a link exactly where the forms find one, in any combination of parts", async () => {
  const piece = fc.constantFrom(
    ...linkSamples,
    ...plainSamples,
    ..."./?#-@: 1aZéção²".split(""),
    "br",
    "me",
    "com",
    "Av",
    "Ltda",
    "www",
    "brasil",
    "xn--p1ai",
    "rb",
    "gy",
    "cia",
    "R",
  );
  const text = fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join(""));
  const texts = fc.sample(text, 4000);
  const rows = await database.sql`
    select words, private.has_link(words) as seen from unnest(${database.sql.array(texts)}::text[]) as words`;
  expect(rows).toHaveLength(texts.length);
  const seen = rows.filter((row) => row["seen"]).map((row) => String(row["words"]));
  expect(seen).toEqual(texts.filter(hasLink));
});
