import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import {
  makeReceiptPdf,
  receiptSourceSchema,
} from "../../functions/_shared/pdf/payments-receipt-pdf.ts";
import { readPdf } from "../../functions/_shared/pdf/read-pdf-for-tests.ts";
import { seedContent } from "../../functions/_shared/content/seed-content.ts";
import { mailContext } from "../../functions/_shared/mail/mail-for-tests.ts";
import { renderMail } from "../../functions/_shared/mail/render-mail.tsx";
import { outgoingMailTemplate } from "#contracts/stored-values.ts";
import { addLandlordAddress, landlordSecret } from "../support/add-landlord-address.ts";
import { callFunction } from "../support/call-api.ts";
import { hashOf } from "../support/hash-of.ts";
import { day } from "../support/payment-fixtures.ts";
import type { PersonaName } from "../support/personas.ts";
import { insertContract } from "../support/insert-contract.ts";
import { contractRow } from "../support/sample-rows.ts";
import { type TestStack, testStack } from "../support/test-stack.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await testStack();
}, 60_000);
afterAll(() => stack.close());
beforeEach(() => stack.sql`delete from public.outgoing_mail`);

const account = {
  kind: "pix",
  key: "ana@exemplo.com.br",
  holder: "Ana Beatriz Ribeiro",
  document: "52998224725",
};

const call = async (name: string, args: Record<string, unknown>, as: PersonaName = "staff") =>
  callFunction(stack, stack.personas[as], name, args);

/** Makes a contract for the tenant persona, with a fee of R$ 1.776,00 in `instalments` parts. */
async function owe(instalments = 1) {
  const { sql, personas } = stack;
  const row = contractRow(String(personas.tenant.userId), {
    fee: 1776,
    fee_due_on: day(5),
    instalments,
    created_at: new Date(Date.now() - 3 * 86_400_000),
    start_date: day(-2),
    end_date: day(300),
  });
  const contract = await insertContract(sql, row);
  await sql`select private.owe_fee(made) from public.contracts as made where id = ${contract.id}`;
  const charges = await sql`
    select id from public.charges where contract_id = ${contract.id} order by instalment`;
  return { ...contract, charges: charges.map(({ id }) => String(id)) };
}

async function openOf(chargeId: string): Promise<number> {
  const [row] = await stack.sql`
    select private.open_amount(charge)::float as open from public.charges as charge
    where id = ${chargeId}`;
  return Number(row?.["open"]);
}

/** Books an amount on a charge and returns the id of the movement. */
async function book(chargeId: string, amount: number, changes: Record<string, unknown> = {}) {
  const movement_id = crypto.randomUUID();
  const answer = await call("book_payment", {
    movement_id,
    charge_id: chargeId,
    paid_on: day(0),
    amount,
    seen_open: await openOf(chargeId),
    ...changes,
  });
  expect(answer).toMatchObject({ status: 200, json: { changed: true } });
  return movement_id;
}

const sourceSchema = z.looseObject({
  number: z.string(),
  code: z.string(),
  sha256: z.nullable(z.string()),
  sourceSha256: z.string(),
});

async function openReceipt(movement_id: string, as: PersonaName = "tenant") {
  return sourceSchema.parse((await call("open_receipt", { movement_id }, as)).json);
}

const record = async (number: string, file: string, source: string) =>
  (
    await call(
      "record_receipt",
      { number, file_sha256: file.repeat(64), source_sha256: source },
      "service",
    )
  ).json;

const verify = async (code: string) =>
  (await call("verify_letter", { code, address_hash: "a".repeat(64) }, "service")).json;

const reverse = (movement_id: string) =>
  call("reverse_payment", { movement_id, reason: "Era de outro contrato" });

describe("a receipt", () => {
  it("states the amount of its movement, and discharges a fee only when it is fully paid", async () => {
    const { charges, number } = await owe();
    const [fee = ""] = charges;
    const half = await book(fee, 888);
    const first = await openReceipt(half);
    expect(first).toMatchObject({
      kind: "payment",
      amount: 888,
      paidOn: day(0),
      contractNumber: number,
      pays: [{ kind: "fee", instalment: 1, instalments: 1, amount: 1776, paid: 888, open: 888 }],
      sha256: null,
    });
    const draw = async (source: unknown) =>
      (
        await readPdf(
          await makeReceiptPdf(receiptSourceSchema.parse(source), seedContent, "https://x.example"),
        )
      ).text;
    expect(await draw(first)).not.toContain("quitação");
    expect(await record(first.number, "a", first.sourceSha256)).toBe("a".repeat(64));
    expect((await openReceipt(half)).sha256).toBe("a".repeat(64));

    const rest = await openReceipt(await book(fee, 888));
    expect(rest).toMatchObject({ amount: 888, pays: [{ paid: 888, open: 0 }] });
    expect(await draw(rest)).toContain("dá quitação de: Taxa da fiança (R$ 1.776,00)");
    expect(rest.number).not.toBe(first.number);
    // The first receipt must now say that nothing is left to pay, so its file is drawn again.
    const again = await openReceipt(half);
    expect(again).toMatchObject({ number: first.number, code: first.code, sha256: null });
    expect(again).toMatchObject({ amount: 888, pays: [{ paid: 888, open: 0 }] });
  });

  it("keeps the file that was recorded first for the same facts, and takes one for new facts", async () => {
    const { charges } = await owe();
    const movement = await book(charges[0] ?? "", 888);
    const { number, sourceSha256 } = await openReceipt(movement);
    expect(await record(number, "a", sourceSha256)).toBe("a".repeat(64));
    expect(await record(number, "b", sourceSha256)).toBe("a".repeat(64));
    expect(await record(number, "c", "0".repeat(64))).toBe("c".repeat(64));
    expect((await openReceipt(movement)).sha256).toBeNull();
    expect(await record("RC-2026-00000000", "a", sourceSha256)).toBeNull();
  });

  it("states what is left of its movement, what goes back, and the account of the refund", async () => {
    const { id, charges } = await owe();
    const movement = await book(charges[0] ?? "", 2000);
    expect(await openReceipt(movement)).toMatchObject({ amount: 2000, left: 224 });
    await call("refund_payment", { movement_id: movement });
    const returned = await openReceipt(movement);
    expect(returned).toMatchObject({ amount: 2000, returned: 224 });
    expect(returned).not.toHaveProperty("left");
    await stack.sql`
      insert into public.refund_accounts (contract_id, account, version, confirmed_at)
      values (${id}, ${stack.sql.json(account)}, 1, now())`;
    const [refund] = await stack.sql`
      select id from public.charges where contract_id = ${id} and kind = 'refund'`;
    const paid = await book(String(refund?.["id"]), 224, { account_version: 1 });
    expect(await openReceipt(paid)).toMatchObject({
      kind: "refund",
      amount: 224,
      payee: "Ana Beatriz Ribeiro",
      account: "Pix •••m.br, em nome de A. B. R.",
      pays: [{ kind: "refund", paid: 224, open: 0 }],
    });
  });

  it("is opened by its tenant and by staff, whose view is recorded, and by nobody else", async () => {
    const { id, leaseId, charges } = await owe();
    const movement_id = await book(charges[0] ?? "", 888);
    const { number } = await openReceipt(movement_id, "staff");
    expect((await openReceipt(movement_id)).number).toBe(number);
    for (const who of ["other tenant", "pending staff", "disabled staff"] as const) {
      expect(await call("open_receipt", { movement_id }, who)).toMatchObject({ status: 403 });
    }
    const views = await stack.sql`
      select from public.audit_trail
      where action = 'view-receipt' and outcome = 'done' and subject_id = ${id}`;
    expect(views).toHaveLength(1);
    const missing = { movement_id: crypto.randomUUID() };
    expect(await call("open_receipt", missing)).toMatchObject({ status: 404 });
    // The landlord's link opens receipts of claims only.
    const address = "locador@exemplo.com.br";
    await addLandlordAddress(stack.sql, leaseId, address);
    const secret_hash = hashOf(await landlordSecret(stack.sql, address));
    const asked = { secret_hash, address_hash: "c".repeat(64), movement_id };
    expect(await call("find_receipt", asked, "service")).toEqual({ status: 200, json: null });
  });

  it("lists the charges of the reader's contract only when its movement pays several contracts", async () => {
    const { sql, personas } = stack;
    const { charges, number } = await owe();
    const other = await owe();
    await sql`
      with other as (
        insert into public.leases (user_id) values (${personas["other tenant"].userId})
        returning id, user_id
      )
      update public.contracts set lease_id = other.id, user_id = other.user_id
      from other where contracts.id = ${other.id}`;
    const [made] = await sql`
      insert into public.movements (direction, amount, moved_on, source)
      values ('in', 1776, ${day(0)}, 'statement') returning id`;
    const movement_id = String(made?.["id"]);
    await sql`
      insert into public.allocations (movement_id, charge_id, amount)
      select ${movement_id}, id, 888 from unnest(${[...charges, ...other.charges]}::uuid[]) as id`;
    for (const [who, contract] of [
      ["tenant", number],
      ["other tenant", other.number],
    ] as const) {
      const receipt = await openReceipt(movement_id, who);
      expect(receipt).toMatchObject({ contractNumber: contract, pays: [{ paid: 888, open: 888 }] });
      expect(receipt["pays"]).toHaveLength(1);
    }
  });

  it("says on paper and for its code that its movement was reversed, with the same number", async () => {
    const { charges } = await owe();
    const movement = await book(charges[0] ?? "", 888);
    const before = await openReceipt(movement);
    await record(before.number, "a", before.sourceSha256);
    await reverse(movement);
    const after = await openReceipt(movement);
    expect(after).toMatchObject({
      number: before.number,
      code: before.code,
      amount: 888,
      pays: [],
      reversedOn: day(0),
      sha256: null,
    });
    expect(await verify(before.code)).toMatchObject({ state: "reversed", reversedOn: day(0) });
  });
});

describe("the code of a receipt", () => {
  beforeEach(() => stack.sql`delete from public.rate_limits`);

  it("answers amount, day and what is paid, and of the contract no more than a letter's code does", async () => {
    const { charges, number } = await owe(3);
    await book(charges[0] ?? "", 592);
    const { code } = await openReceipt(await book(charges[1] ?? "", 592));
    expect(await verify(code)).toEqual({
      state: "receipt",
      kind: "payment",
      amount: 592,
      paidOn: day(0),
      tenant: "A. B. R.",
      contract: `PF-2026-••••••${number.slice(-4)}`,
      pays: [{ kind: "fee", instalment: 2, instalments: 3, paid: 592 }],
    });
  });

  it("is counted as a miss only when nobody has it", async () => {
    const { charges } = await owe();
    const { code } = await openReceipt(await book(charges[0] ?? "", 888));
    expect(await verify(code)).toMatchObject({ state: "receipt" });
    expect(await verify("0".repeat(12))).toBeNull();
    const missed = await stack.sql`
      select hits from public.rate_limits where action = 'verify-miss-by-address'`;
    expect(missed).toEqual([{ hits: 1 }]);
  });
});

describe("the mails about a movement", () => {
  const context = { ...mailContext, siteUrl: "https://x.example" };

  /** Returns the rendered texts of a contract's queued mails. */
  async function mailsOf(contractId: string) {
    const rows = await stack.sql`
      select mail.template, private.subject_of_mail(mail) as subject
      from public.outgoing_mail as mail where contract_id = ${contractId}
      order by mail.created_at, mail.template`;
    const schema = z.array(
      z.object({ template: z.enum(outgoingMailTemplate), subject: z.unknown() }),
    );
    return Promise.all(
      schema.parse(rows).map(async ({ template, subject }) => {
        const mail = await renderMail(template, { payload: {}, subject }, context);
        // Amounts have a no-break space after “R$”.
        const plain = (text: string) => text.replaceAll("\u00A0", " ");
        return { subject: plain(mail.subject), text: plain(mail.text) };
      }),
    );
  }

  it("bring the receipt, what it pays, what remains and how to pay it", async () => {
    const { id, charges } = await owe(3);
    const { code, number } = await openReceipt(await book(charges[0] ?? "", 592));
    const [mail] = await mailsOf(id);
    expect(mail?.subject).toBe("Recebemos o seu pagamento de R$ 592,00");
    for (const said of [
      "Com ele, a parcela 1 de 3 da taxa está paga.",
      "Em aberto fica a parcela 2 de 3 da taxa, de R$ 592,00",
      "Ao todo faltam R$ 1.184,00.",
      `Número: ${number}`,
      `https://x.example/verificar#${code}`,
      "Como pagar: Taxa da fiança, parcela 2 de 3",
    ]) {
      expect(mail?.text).toContain(said);
    }
  });

  it("announce a refund, ask for the account, and prove its payment", async () => {
    const { id, charges } = await owe();
    const movement = await book(charges[0] ?? "", 2000);
    await call("refund_payment", { movement_id: movement });
    const [received, due] = await mailsOf(id);
    expect(received?.text).toContain("Deste valor, R$ 224,00 voltam para você");
    expect(received?.text).toContain("Nada mais está em aberto.");
    expect(due?.subject).toBe("Vamos devolver R$ 224,00 a você");
    expect(due?.text).toContain("informe a conta em “Meu contrato”");
    await stack.sql`
      insert into public.refund_accounts (contract_id, account, version, confirmed_at)
      values (${id}, ${stack.sql.json(account)}, 1, now())`;
    expect((await mailsOf(id))[1]?.text).toContain("na conta que você confirmou (Pix •••m.br");
    const [refund] = await stack.sql`
      select id from public.charges where contract_id = ${id} and kind = 'refund'`;
    await book(String(refund?.["id"]), 224, { account_version: 1 });
    expect((await mailsOf(id))[2]?.text).toContain("Comprovante");
  });

  it("correct a receipt that had left, with the reason and what is owed again", async () => {
    const { id, charges } = await owe();
    const movement = await book(charges[0] ?? "", 1776);
    await stack.sql`update public.outgoing_mail set status = 'sent', sent_at = now()`;
    await reverse(movement);
    const corrected = (await mailsOf(id)).find(({ subject }) => subject.startsWith("Corrigimos"));
    for (const said of ["Era de outro contrato", "Em aberto fica a taxa, de R$ 1.776,00"]) {
      expect(corrected?.text).toContain(said);
    }
  });
});
