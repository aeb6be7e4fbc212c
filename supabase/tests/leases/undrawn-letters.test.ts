import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { undrawn } from "#contracts/fields/drawn-letters.ts";
import { callAsService } from "../support/act-as.ts";
import { callFunction } from "../support/call-api.ts";
import type { PersonaName } from "../support/personas.ts";
import { insertContract } from "../support/insert-contract.ts";
import { contractRow } from "../support/sample-rows.ts";
import { type TestStack, testStack } from "../support/test-stack.ts";

const code = "7K3MQ9ZT4B0X";
const error = "LETTER landlordName 你";

let stack: TestStack;
let contract_id: string;
beforeAll(async () => {
  stack = await testStack();
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  const { sql, personas } = stack;
  await sql`delete from public.contracts`;
  const row = contractRow(String(personas.tenant.userId), {
    start_date: "2090-01-01",
    end_date: "2090-12-31",
    landlord_name: "Li 你",
  });
  contract_id = (await insertContract(sql, row)).id;
  await sql`insert into public.letters (contract_id, code) values (${contract_id}, ${code})`;
  await sql`insert into public.document_jobs (contract_id) values (${contract_id})`;
});

const call = async (who: PersonaName, name: string, args: Record<string, unknown> = {}) =>
  (await callFunction(stack, stack.personas[who], name, args)).json;
const service = (name: string, args: Record<string, unknown>) =>
  callAsService(stack.sql, name, args);
const claimed = z.object({ attempt: z.number(), version: z.number() });
const claim = async () => claimed.parse(await service("claim_document_job", {}));
const park = async () => {
  const { attempt } = await claim();
  await service("record_documents_failed", { contract_id, attempt, error, is_final: true });
};
const correct = (known_code = code) =>
  call("other staff", "correct_contract", {
    contract_id,
    correction_id: crypto.randomUUID(),
    known_code,
    wanted: { landlord_name: "Li Ni" },
    reason: "Em letras latinas",
  });
const parked = () => call("staff", "list_parked_documents");
const mails = () =>
  stack.sql`select template from public.outgoing_mail where contract_id = ${contract_id}`;

test("private.undrawn finds the same letters as the functions", async () => {
  const rows = await stack.sql`
    select code from generate_series(1, 65535) as code
    where code not between 55296 and 57343 and private.undrawn(chr(code)) is not null`;
  const refused = new Set(rows.map((row) => Number(row["code"])));
  const differing = Array.from({ length: 65_535 }, (_none, place) => place + 1).filter(
    (letter) =>
      (letter < 55_296 || letter > 57_343) &&
      refused.has(letter) !== (undrawn(String.fromCodePoint(letter)) !== undefined),
  );
  expect(differing.map((letter) => letter.toString(16))).toEqual([]);
});

test("a job with a letter that no font draws is parked at once, and no mail leaves", async () => {
  await park();
  expect(await parked()).toMatchObject([
    { contract_id, document_name: null, attempts: 1, last_error: error },
  ]);
  expect(await service("claim_document_job", {})).toBeNull();
  expect([...(await mails())]).toEqual([]);
});

test("the contract of a parked letter can be corrected, and its first letter is issued then", async () => {
  expect(await correct()).toMatchObject({ changed: false, outcome: "not-ready" });
  await park();
  expect(await correct("0".repeat(12))).toMatchObject({ changed: false, outcome: "outdated" });
  expect(await correct()).toMatchObject({ changed: true, outcome: "reissued" });
  expect(await parked()).toEqual([]);
  const late = await service("record_documents_issued", {
    contract_id,
    attempt: 1,
    letter_sha256: "a".repeat(64),
    documents: [],
  });
  expect(late).toBe(false);
  const job = await claim();
  // Nobody received the parked letter, so the corrected letter is again version 1.
  expect(job).toEqual({ attempt: 2, version: 1 });
  const issued = { letter_sha256: "b".repeat(64), documents: [], version: 1 };
  expect(
    await service("record_documents_issued", { contract_id, attempt: job.attempt, ...issued }),
  ).toBe(true);
  const [letter] = await stack.sql`select code, file_sha256 from public.letters`;
  expect(letter).toEqual({ code, file_sha256: issued.letter_sha256 });
  expect([...(await mails())]).toEqual([{ template: "contract-ready" }]);
  const [replaced] = await stack.sql`select count(*)::integer as n from private.replaced_letters`;
  expect(replaced).toEqual({ n: 0 });
});

test("a document that could not be drawn is one task of staff, until they retry", async () => {
  const document_name = "Decisão PA-2026-00000011";
  const undrawnOnce = () =>
    service("record_document_undrawn", { contract_id, document_name, error });
  await undrawnOnce();
  await undrawnOnce();
  expect(await parked()).toMatchObject([{ contract_id, document_name, last_error: error }]);
  expect(await call("staff", "staff_counts")).toMatchObject({ mailParked: 1 });
  expect(await service("backend_metrics", {})).toMatchObject({ documentsParked: 1 });
  expect(await call("staff", "retry_documents", { contract_id })).toEqual({ changed: true });
  expect(await call("staff", "retry_documents", { contract_id })).toEqual({ changed: false });
  expect(await parked()).toEqual([]);
});
