import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readEnv } from "../../supabase/functions/_shared/env.ts";
import { connectParts, type Parts } from "../../supabase/functions/_shared/parts.ts";
import { readCodes, readPdf } from "../../supabase/functions/_shared/pdf/read-pdf-for-tests.ts";
import { createHandler } from "../../supabase/functions/issue-documents/handler.ts";
import { createUser } from "../../supabase/tests/support/create-user.ts";
import { insertContract } from "../../supabase/tests/support/insert-contract.ts";
import { contractRow } from "../../supabase/tests/support/sample-rows.ts";
import { someAddress } from "./filled-forms.ts";
import { eventually, startTestStack, type TestStack } from "./test-stack.ts";

vi.setConfig({ testTimeout: 60_000 });

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
}, 60_000);
afterAll(() => stack?.stop(), 30_000);
beforeEach(() => stack.sql`delete from public.rate_limits`);

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const randomCode = () =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(12)),
    (byte) => "0123456789ABCDEF"[byte % 16],
  ).join("");

/**
 * Returns a contract in the state just after an acceptance, with an account, a letter code and a queued document job.
 */
async function acceptedContract(changes: Record<string, unknown> = {}) {
  const { sql } = stack;
  const id = crypto.randomUUID();
  const email = `${id}@exemplo.com.br`;
  const userId = await createUser(sql, `contrato-${id}@contratos.payser.invalid`);
  const code = randomCode();
  await sql.begin(async (transaction) => {
    const row = contractRow(userId, {
      id,
      tenant_email: email,
      cover_limit: 15_540,
      fee: 1776,
      property_city: "Maringá",
      property_state: "PR",
      start_date: day(-10),
      end_date: day(200),
      ...changes,
    });
    await insertContract(transaction, row);
    await transaction`insert into public.letters (contract_id, code) values (${id}, ${code})`;
    await transaction`insert into public.document_jobs (contract_id) values (${id})`;
  });
  return { id, email, code };
}

const mailsTo = async (email: string) =>
  (await stack.inbox(email)).filter(({ subject }) => subject.includes("pronto"));
const verify = (code: unknown) =>
  stack.call("verify-letter", { body: { code }, from: someAddress() });

async function storedLetter(id: string): Promise<Uint8Array> {
  const response = await fetch(
    `${stack.url}/storage/v1/object/contract-documents/${id}/carta-de-fianca.pdf`,
    { headers: { apikey: stack.secretKey, authorization: `Bearer ${stack.secretKey}` } },
  );
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

async function stateOf(id: string) {
  const [row] = await stack.sql`
    select job.status, letter.file_sha256 as sha256,
      (select count(*)::integer from public.contract_documents where contract_id = ${id}) as files
    from public.document_jobs as job join public.letters as letter using (contract_id)
    where job.contract_id = ${id}`;
  return row;
}

describe("issuing documents", () => {
  it("leads from the acceptance to the mail with access and a letter that verifies", async () => {
    const { id, email, code } = await acceptedContract();
    expect((await verify(code)).status).toBe(404);
    await stack.deliver();
    await eventually(() => mailsTo(email)).toHaveLength(1);
    const [mail] = await mailsTo(email);
    expect(mail?.text).toMatch(/\/area-cliente\/nova-senha#conta=nova&token_hash=[\w-]+/);
    expect(mail?.text).toContain(`${stack.siteUrl}/verificar#${code}`);

    const letter = await storedLetter(id);
    expect(await readCodes(letter)).toEqual([`${stack.siteUrl}/verificar#${code}`]);
    const { status, body } = await verify(code.toLowerCase().replace(/(.{4})/g, "$1-"));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      data: { state: "in_force", city: "Maringá, PR", limit: 15_540, fileSha256: hashOf(letter) },
    });
    expect(await stateOf(id)).toMatchObject({ status: "done", files: 2 });
  });

  it("names the unpaid fee on the letter, in the mail and to a verifier", async () => {
    const { id, email, code } = await acceptedContract({ letter_fee: "awaited" });
    await stack.deliver();
    await eventually(() => mailsTo(email)).toHaveLength(1);
    expect((await mailsTo(email))[0]?.text).toContain("aguarda o pagamento da taxa");
    const { text } = await readPdf(await storedLetter(id));
    expect(text).toContain("só entra em vigor depois que a taxa é paga");
    expect((await verify(code)).body).toMatchObject({ data: { state: "awaiting_payment" } });
  });

  it("shows a name with the letters of Vietnam", async () => {
    const { id, email } = await acceptedContract({ tenant_name: "Zoë Nguyễn Thị Ánh" });
    await stack.deliver();
    await eventually(() => mailsTo(email)).toHaveLength(1);
    expect((await readPdf(await storedLetter(id))).text).toContain("Zoë Nguyễn Thị Ánh, CPF");
  });

  it("stops before anything is stored or mailed when no font draws a letter", async () => {
    const { id, email, code } = await acceptedContract({ landlord_name: "Imobiliária 你好" });
    await stack.deliver();
    await eventually(async () => (await stateOf(id))?.["status"]).toBe("parked");
    expect(await stateOf(id)).toMatchObject({ sha256: null, files: 0 });
    const [job] = await stack.sql`
      select attempts, last_error from public.document_jobs where contract_id = ${id}`;
    expect(job).toEqual({ attempts: 1, last_error: "LETTER landlordName 你" });
    const stored = await stack.sql`select from storage.objects where starts_with(name, ${id})`;
    await stack.deliver();
    expect([stored.length, await mailsTo(email), (await verify(code)).status]).toEqual([
      0,
      [],
      404,
    ]);
  });

  it("lets the tenant choose a first password with the mailed link", async () => {
    const { id, email } = await acceptedContract();
    await stack.deliver();
    await eventually(() => mailsTo(email)).toHaveLength(1);
    const [mail] = await mailsTo(email);
    const tokenHash = /token_hash=(?<hash>[\w-]+)/.exec(mail?.text ?? "")?.groups?.["hash"];
    const chosen = await stack.call("reset-contract-password", {
      body: { tokenHash, password: "primeira-senha" },
      from: someAddress(),
    });
    expect(chosen.status).toBe(200);
    const [contract] = await stack.sql`
      select contract_number from public.contracts where id = ${id}`;
    const opened = await stack.call("sign-in-contract", {
      body: { contractNumber: contract?.["contract_number"], password: "primeira-senha" },
      from: someAddress(),
    });
    expect(opened.status).toBe(200);
  });
});

describe("a worker that dies", () => {
  /** Returns dependencies for the document worker that fail after a number of successful calls (`crash`). */
  function dyingParts(crash: number): Parts {
    const parts = connectParts(
      readEnv({
        SUPABASE_URL: stack.url,
        SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: stack.publishableKey }),
        SUPABASE_SECRET_KEYS: JSON.stringify({ default: stack.secretKey }),
        SITE_URL: stack.siteUrl,
        ALLOWED_ORIGINS: stack.siteUrl,
        SMTP_URL: "smtp://127.0.0.1:1",
        MAIL_FROM: "Payser <contato@payser.example>",
        STAFF_INBOX: "equipe@payser.example",
        ADDRESS_HASH_KEY: "x".repeat(32),
      }),
      () => undefined,
    );
    let calls = 0;
    const orDie = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (calls++ >= crash) throw new Error("killed");
      return work();
    };
    return {
      ...parts,
      kickDelivery: () => undefined,
      kickDocuments: () => undefined,
      log: () => undefined,
      secretGate: { ...parts.secretGate, log: () => undefined },
      callDatabase: (...call) => orDie(() => parts.callDatabase(...call)),
      files: { ...parts.files, store: (...call) => orDie(() => parts.files.store(...call)) },
    };
  }

  // The worker takes four steps: it claims the job, stores two files and records the result.
  it.each([1, 2, 3, 4])(
    "leaves no duplicate and the same letter when it dies after %i steps",
    { tags: ["full"] },
    async (crash) => {
      const { id, email, code } = await acceptedContract();
      // The jobs of all other contracts are postponed, so that the worker claims only the job of this contract.
      await stack.sql`update public.document_jobs set next_attempt_at = 'infinity' where contract_id <> ${id} and status = 'queued'`;
      await createHandler(dyingParts(crash))(
        new Request("https://functions.example/", {
          method: "POST",
          headers: { apikey: stack.secretKey, "content-type": "application/json" },
          body: "{}",
        }),
      );
      const left = crash >= 2 ? hashOf(await storedLetter(id)) : undefined;
      expect((await verify(code)).status).toBe(crash === 4 ? 200 : 404);
      await stack.sql`
      update public.document_jobs set leased_until = now() - interval '1 second'
      where contract_id = ${id} and status = 'working'`;
      await stack.deliver();
      await eventually(async () => (await stateOf(id))?.["status"]).toBe("done");
      await stack.deliver();
      const letter = hashOf(await storedLetter(id));
      if (left !== undefined) expect(letter).toBe(left);
      expect(await stateOf(id)).toMatchObject({ sha256: letter, files: 2 });
      await eventually(() => mailsTo(email)).toHaveLength(1);
      await stack.deliver();
      expect(await mailsTo(email)).toHaveLength(1);
    },
  );
});
