import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { readPdf } from "../../supabase/functions/_shared/pdf/read-pdf-for-tests.ts";
import { textPdf } from "../../supabase/local/seed/text-pdf.ts";
import { demoContracts } from "../../supabase/local/seed/demo-contracts.ts";
import { startTestStack, type TestStack } from "./test-stack.ts";

vi.setConfig({ testTimeout: 60_000 });

const contractId = demoContracts[0]?.id ?? "";
const pdf = textPdf("Aditivo", ["Um documento de teste."]);

let stack: TestStack;
let staffToken = "";
beforeAll(async () => {
  stack = await startTestStack();
  const { email, password } = stack.accounts.staff;
  staffToken = (await stack.signIn(email, password)).access_token;
}, 60_000);
afterAll(() => stack?.stop(), 30_000);

interface Filing {
  documentId?: string;
  contract?: string;
  bytes?: Uint8Array<ArrayBuffer>;
  token?: string;
}

async function file({ documentId, contract, bytes, token = staffToken }: Filing = {}) {
  const form = new FormData();
  form.set("contractId", contract ?? contractId);
  form.set("documentId", documentId ?? crypto.randomUUID());
  form.set("documentName", "Aditivo");
  form.set("file", new File([bytes ?? new Uint8Array(pdf)], "aditivo.pdf"));
  const response = await fetch(`${stack.url}/functions/v1/file-contract-document`, {
    method: "POST",
    headers: {
      origin: stack.siteUrl,
      apikey: stack.publishableKey,
      authorization: `Bearer ${token}`,
    },
    body: form,
  });
  const body: unknown = await response.json();
  return { status: response.status, body };
}

const asStaff = () => ({ authorization: `Bearer ${staffToken}` });
const ask = (name: string, documentId: string) =>
  stack.call(name, { body: { documentId }, headers: asStaff() });

async function filesOf(documentId: string) {
  const rows = await stack.sql`
    select name from storage.objects
    where bucket_id = 'contract-documents' and name like ${`${contractId}/${documentId}%`}`;
  return rows.map((row) => String(row["name"]));
}

describe("a receipt", () => {
  let movementId = "";
  const open = () => stack.call("open-receipt", { body: { movementId }, headers: asStaff() });
  const stored = async () => {
    const files = await stack.sql`
      select name from storage.objects where name like ${`${contractId}/recibo-RC-%`}
      order by created_at`;
    return files.map(({ name }) => String(name));
  };
  const current = async () => {
    const [receipt] = await stack.sql`
      select number, file_sha256 as hash from private.receipts where movement_id = ${movementId}`;
    return z.object({ number: z.string(), hash: z.nullable(z.string()) }).parse(receipt);
  };

  it("is drawn once when many open it at once, and matches the stored hash", async () => {
    const [movement] = await stack.sql`
      insert into public.movements (direction, contract_id, amount, moved_on, source)
      values ('in', ${contractId}, 300, '2026-03-02', 'by-hand') returning id`;
    movementId = String(movement?.["id"]);
    const answers = await Promise.all(Array.from({ length: 6 }, open));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const { number, hash } = await current();
    expect(await stored()).toEqual([`${contractId}/recibo-${number}-${hash}.pdf`]);
    const { url } = z.object({ data: z.object({ url: z.url() }) }).parse(answers[5]?.body).data;
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(hash);
    expect((await readPdf(new Uint8Array(bytes))).text).toContain("R$ 300,00 ainda não pagam");
  });

  it("is drawn again with the same number, as void, when its payment was reversed", async () => {
    const before = await current();
    const reversal = await stack.sql`
      insert into public.movements (direction, contract_id, amount, moved_on, source, reverses, reason)
      values ('out', ${contractId}, 300, '2026-03-05', 'by-hand', ${movementId}, 'Engano')
      returning id`;
    expect(reversal).toHaveLength(1);
    const { url } = z.object({ data: z.object({ url: z.url() }) }).parse((await open()).body).data;
    const after = await current();
    expect(after.number).toBe(before.number);
    expect(after.hash).not.toBe(before.hash);
    const { text } = await readPdf(new Uint8Array(await (await fetch(url)).arrayBuffer()));
    expect(text).toContain("estornado em 05/03/2026. Este documento não vale como recibo.");
    expect(text).toContain(before.number);
  });
});

describe("a document that staff file with a contract", () => {
  it("is stored once after many clicks, opened by a short link, and withdrawn", async () => {
    const documentId = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => file({ documentId })));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const changed = answers.filter(({ body }) => JSON.stringify(body).includes('"changed":true'));
    expect(changed).toHaveLength(1);
    expect(await filesOf(documentId)).toHaveLength(1);

    const opened = await ask("open-contract-document", documentId);
    const { url } = z.object({ data: z.object({ url: z.url() }) }).parse(opened.body).data;
    const got = await fetch(url);
    expect(Buffer.from(await got.arrayBuffer()).equals(Buffer.from(pdf))).toBe(true);
    const looks = await stack.sql`
      select from public.audit_trail
      where action = 'view-contract-document' and details ->> 'document' = ${documentId}`;
    expect(looks).toHaveLength(1);

    const withdrawn = await ask("withdraw-contract-document", documentId);
    expect(withdrawn.body).toEqual({ ok: true, data: { changed: true } });
    expect((await ask("withdraw-contract-document", documentId)).body).toEqual({
      ok: true,
      data: { changed: false },
    });
    expect(await filesOf(documentId)).toEqual([]);
    expect((await ask("open-contract-document", documentId)).status).toBe(404);
    expect((await fetch(url)).status).toBeGreaterThanOrEqual(400);
  });

  it.each([
    ["no PDF", Buffer.from("MZ\u0000 a program")],
    ["a page", Buffer.from("<html><script>alert(1)</script></html>")],
    [
      "a PDF that runs something",
      Buffer.from(
        String(Buffer.from(pdf)).replace(
          "/Catalog",
          "/Catalog /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>",
        ),
      ),
    ],
    ["a broken PDF", Buffer.from("%PDF-1.7\nnothing")],
    ["an empty file", Buffer.from("")],
  ])("is refused without a trace when it is %s", async (_, content) => {
    const documentId = crypto.randomUUID();
    const { status, body } = await file({ documentId, bytes: new Uint8Array(content) });
    expect([status, body]).toMatchObject([
      422,
      { error: { fields: { file: expect.any(String) } } },
    ]);
    expect(await filesOf(documentId)).toEqual([]);
  });

  it("is refused when it exceeds 10 MB", async () => {
    const { status } = await file({ bytes: new Uint8Array(10 * 1024 * 1024 + 64 * 1024) });
    expect(status).toBe(413);
  });

  it("is refused without a trace under the id of another contract's document", async () => {
    const documentId = crypto.randomUUID();
    await file({ documentId });
    const contract = demoContracts[1]?.id ?? "";
    const { status, body } = await file({ documentId, contract });
    expect([status, body]).toMatchObject([409, { error: { code: "conflict" } }]);
    const left = await stack.sql`
      select from storage.objects where name like ${`${contract}/${documentId}%`}`;
    expect(left).toHaveLength(0);
    await ask("withdraw-contract-document", documentId);
  });

  it("is refused without a trace for an unknown contract", async () => {
    const contract = crypto.randomUUID();
    expect((await file({ contract })).status).toBe(404);
    const left = await stack.sql`
      select from storage.objects where name like ${`${contract}/%`}`;
    expect(left).toHaveLength(0);
  });

  it("is refused from everybody but active staff", async () => {
    const { email, password } = stack.accounts.pendingStaff;
    const pending = (await stack.signIn(email, password)).access_token;
    expect((await file({ token: pending })).status).toBe(403);
    expect((await file({ token: "forged" })).status).toBe(401);
  });

  it("is never the letter, which cannot be withdrawn", async () => {
    const [letter] = await stack.sql`
      select id, file_path from public.contract_documents
      where file_path = ${`${contractId}/carta-de-fianca.pdf`}`;
    expect((await ask("withdraw-contract-document", String(letter?.["id"]))).status).toBe(422);
    const [still] = await stack.sql`
      select name from storage.objects where name = ${String(letter?.["file_path"])}`;
    expect(still).toBeDefined();
  });
});
