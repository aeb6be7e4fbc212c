import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import {
  hostileSamples,
  jpegSample,
} from "../../supabase/functions/_shared/documents/document-samples-for-tests.ts";
import { landlordClaimReplySchema } from "#contracts/claims/claims.ts";
import { landlordAreaSchema } from "#contracts/landlords/landlord.ts";
import {
  addLandlordAddress,
  landlordSecret,
} from "../../supabase/tests/support/add-landlord-address.ts";
import { callFunction } from "../../supabase/tests/support/call-api.ts";
import { createPersonas, type Personas } from "../../supabase/tests/support/personas.ts";
import { eventually, startTestStack, type TestStack } from "./test-stack.ts";

vi.setConfig({ testTimeout: 60_000 });
const address = "locador.acionamento@exemplo.com.br";
const tenantEmail = "ouvida@exemplo.com.br";
const repliedSchema = z.object({ data: landlordClaimReplySchema });
const linkSchema = z.object({ data: z.object({ url: z.string() }) });

let stack: TestStack;
let personas: Personas;
let contractId: string;
let leaseId: string;
let secret: string;
beforeAll(async () => {
  stack = await startTestStack();
  const { sql } = stack;
  personas = await createPersonas(stack, sql);
  contractId = String(personas.tenant.contractId);
  leaseId = String(personas.tenant.leaseId);
  await sql`
    update public.contracts set start_date = private.today_in_brasilia() - 100, tenant_email = ${tenantEmail},
      end_date = private.today_in_brasilia() + 264, cover_limit = 9000, guarantee_reference_value = 20000
    where id = ${contractId}`;
  await addLandlordAddress(sql, leaseId, address);
  secret = await landlordSecret(sql, address);
}, 60_000);
afterAll(async () => {
  await stack?.stop();
}, 30_000);

const account = {
  kind: "pix",
  key: address,
  holder: "José Pereira",
  document: "529.982.247-25",
};
const item = (asked: unknown) => ({
  id: crypto.randomUUID(),
  kind: "repair",
  description: "Porta quebrada",
  asked,
});
const landlord = (action: string, more: object) =>
  stack.call("landlord-claim", { body: { action, secret, ...more } });
const claimOf = (answer: { body: unknown }) => repliedSchema.parse(answer.body).data.claim;
/** Returns the claim as the landlord's page shows it now. */
async function shown() {
  const { body } = await stack.call("landlord-area", { body: { secret, leaseId } });
  const { lease } = z.object({ data: landlordAreaSchema }).parse(body).data;
  const [claim] = lease?.standing === "acts" ? lease.claims : [];
  if (!claim) throw new Error("The page shows no claim");
  return claim;
}
/** Does what the landlord's page does, with the version that it shows. */
async function act(action: string, more: object = {}) {
  const { id: claimId, version } = await shown();
  return landlord(action, { claimId, version, ...more });
}
/** Calls a function as tenant or staff, with the version of the claim that they see. */
async function callOn(who: "tenant" | "staff", name: string, more: Record<string, unknown> = {}) {
  const { id: claim_id } = await shown();
  const [row] = await stack.sql`select private.claim_version(${claim_id}, ${who}) as version`;
  return callFunction(stack, personas[who], name, { claim_id, ...row, ...more });
}
/** Returns the secrets of the links that confirm an account, in the mails that the landlord got. */
async function accountLinks() {
  await stack.deliver();
  const texts = (await stack.inbox(address)).map(({ text }) => text);
  return texts.flatMap((text) => /#conta=([\w-]+)/.exec(text)?.[1] ?? []);
}
const today = async (offset = 0) => {
  const [row] = await stack.sql`
    select (private.today_in_brasilia() + ${offset}::integer)::text as day`;
  return String(row?.["day"]);
};

async function upload(
  claim: string,
  bytes: Uint8Array<ArrayBuffer>,
  {
    headers = {},
    id = crypto.randomUUID(),
    fields = {},
  }: { headers?: Record<string, string>; id?: string; fields?: Record<string, string> } = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ kind: "photo", ...fields })) form.set(name, value);
  form.set("file", new File([bytes], "foto.jpg"));
  const request = new Response(form);
  return stack.call("upload-document", {
    body: Buffer.from(await request.arrayBuffer()),
    headers: {
      "content-type": request.headers.get("content-type"),
      "x-document-kind": "claim",
      "x-document-id": id,
      "x-document-of": claim,
      ...headers,
    },
  });
}

async function download(answer: { status: number; body: unknown }) {
  expect(answer).toMatchObject({ status: 200 });
  const file = await fetch(linkSchema.parse(answer.body).data.url);
  return createHash("sha256")
    .update(await file.bytes())
    .digest("hex");
}

test("an invalid claim names each bad field and stores nothing", async () => {
  const wrong = await landlord("open", {
    leaseId,
    requestId: crypto.randomUUID(),
    happenedOn: "ontem",
    items: [item("0,00"), { ...item("10,00"), kind: "rent" }],
    account: { ...account, key: "não é chave", document: "123" },
  });
  expect(wrong).toMatchObject({
    status: 422,
    body: {
      error: {
        fields: {
          happenedOn: "Informe o dia do dano",
          "items.0.asked": "Informe um valor maior que zero",
          "items.1.kind": "Escolha o que é",
          "account.key": expect.stringContaining("Esta chave não existe"),
          "account.document": "CPF ou CNPJ inválido",
        },
      },
    },
  });
  expect(await stack.sql`select from public.claims`).toHaveLength(0);
});

test("a claim goes from the link to the payment, and each mail reaches its own reader", async () => {
  const { sql } = stack;
  const wish = {
    leaseId,
    requestId: crypto.randomUUID(),
    happenedOn: await today(-2),
    items: [item("R$ 1.200,50"), item(300)],
    account,
  };
  const [first, second] = await Promise.all([landlord("open", wish), landlord("open", wish)]);
  const claim = claimOf(first);
  expect(claimOf(second).id).toBe(claim.id);
  expect(claim).toMatchObject({
    asked: 1500.5,
    stage: "evidence",
    contractId,
    accountNext: expect.stringContaining("•••"),
  });
  expect(claim.account).toBeUndefined();
  await eventually(async () => (await accountLinks()).length).toBe(1);

  const byLink = { "x-request-secret": secret };
  const id = crypto.randomUUID();
  const itemId = String(claim.items[0]?.id);
  const photo = await jpegSample();
  const sent = await upload(claim.id, photo, { headers: byLink, id, fields: { itemId } });
  expect(sent).toMatchObject({ status: 200, body: { data: { file: { id } } } });
  expect((await upload(claim.id, photo, { headers: byLink, id, fields: { itemId } })).body).toEqual(
    sent.body,
  );
  const [hostile] = await hostileSamples();
  if (!hostile) throw new Error("There are no hostile samples");
  const { status } = await upload(claim.id, new Uint8Array(hostile.bytes), { headers: byLink });
  expect(status).toBe(422);
  // The tenant and staff may send files to the claim. Another tenant does not see the claim.
  const { authorization: tenant = "" } = personas.tenant.headers;
  const { authorization: staff = "" } = personas.staff.headers;
  const { authorization: other = "" } = personas["other tenant"].headers;
  expect(await upload(claim.id, photo, { headers: { authorization: tenant } })).toMatchObject({
    status: 200,
  });
  expect(await upload(claim.id, photo, { headers: { authorization: staff } })).toMatchObject({
    status: 200,
  });
  expect(await upload(claim.id, photo, { headers: { authorization: other } })).toMatchObject({
    status: 404,
  });
  // The files have raised the version, and an action by the old version is refused with what has changed.
  expect(await landlord("complete", { claimId: claim.id, version: claim.version })).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining("chegou um arquivo") } },
  });
  expect(claimOf(await act("complete"))).toMatchObject({ stage: "hearing", turn: "tenant" });
  const files =
    await sql`select side, bytes > 0 as whole from public.claim_files order by received_at`;
  expect(files.map((file) => file["side"])).toEqual(["landlord", "tenant", "staff"]);
  await download(await stack.call("open-case-file", { body: { fileId: id, secret } }));
  await download(
    await stack.call("open-case-file", {
      body: { fileId: id },
      headers: { authorization: tenant },
    }),
  );

  const texts = (text: string) => claim.items.map((asked) => ({ item_id: asked.id, text }));
  expect(
    await callOn("tenant", "answer_claim", { answers: texts("Já estava assim") }),
  ).toMatchObject({ status: 200, json: { changed: true, stage: "hearing" } });
  expect(await callOn("tenant", "end_claim_turn")).toMatchObject({ json: { stage: "replying" } });
  const replied = claimOf(await act("add", { answers: texts("A vistoria mostra que não") }));
  expect(replied).toMatchObject({ stage: "hearing", items: [{ reply: expect.any(String) }, {}] });
  expect(await callOn("tenant", "end_claim_turn")).toMatchObject({ json: { stage: "replying" } });
  expect(claimOf(await act("done"))).toMatchObject({ stage: "deciding" });
  const items = claim.items.map((asked, place) => ({
    id: asked.id,
    granted: place === 0 ? 1000 : 0,
    reason: "Conforme o orçamento",
    clause: "5.2",
  }));
  const decided = await callOn("staff", "decide_claim", { items, recourse: 400 });
  expect(decided).toMatchObject({ status: 200, json: { changed: true, stage: "decided" } });
  // After the decision neither party can add a file to the claim.
  expect(await upload(claim.id, photo, { headers: byLink })).toMatchObject({ status: 409 });
  const open = { body: { claimId: claim.id, secret } };
  const [drawn, again] = await Promise.all([
    stack.call("open-case-file", open).then(download),
    stack.call("open-case-file", open).then(download),
  ]);
  expect(again).toBe(drawn);
  const [known] = await sql`select file_sha256 from private.claim_decisions`;
  expect(known?.["file_sha256"]).toBe(drawn);

  const [replaced] = await accountLinks();
  // An account counts only after the landlord has opened the link in a mail, the first one too.
  expect((await shown()).account).toBeUndefined();
  const next = { ...account, key: "11144477735", document: "11144477735" };
  expect(claimOf(await act("change-account", { account: next }))).toMatchObject({
    accountNext: expect.stringContaining("7735"),
    isOtherHolder: true,
  });
  await eventually(async () => (await accountLinks()).length).toBe(2);
  const latest = (await accountLinks()).find((link) => link !== replaced);
  const confirm = (accountSecret = latest) =>
    stack.call("landlord-claim", { body: { action: "confirm-account", accountSecret } });
  expect(await confirm(replaced)).toMatchObject({ status: 404 });
  expect(claimOf(await confirm()).account).toContain("7735");
  expect(await confirm()).toMatchObject({ status: 404 });

  const [charge] = await sql`select id from public.charges where kind = 'claim'`;
  const [given] = await sql`select account_changes as version from public.claims`;
  const receipt = { movementId: crypto.randomUUID() };
  const paid = {
    movement_id: receipt.movementId,
    charge_id: charge?.["id"],
    paid_on: await today(),
    amount: 1000,
    seen_open: 1000,
    account_version: given?.["version"],
  };
  // Nothing is paid for two business days after the account was confirmed.
  // The member who decided does not pay.
  const book = (as = personas["other staff"]) => callFunction(stack, as, "book_payment", paid);
  expect(await book(personas.staff)).toMatchObject({ status: 403, json: { code: "PT403" } });
  const early = await book();
  expect(early.json).not.toMatchObject({ changed: true });
  expect((await shown()).payableFrom).toBeDefined();
  await sql`update public.claims set account_since = now() - interval '10 days'`;
  expect(await book()).toMatchObject({ json: { changed: true } });
  expect(await shown()).toMatchObject({
    stage: "paid",
    payments: [{ ...receipt, amount: 1000, account: expect.stringContaining("7735") }],
  });
  const receipts = [
    await download(await stack.call("open-receipt", { body: { ...receipt, secret } })),
    await download(
      await stack.call("open-receipt", { body: receipt, headers: { authorization: tenant } }),
    ),
  ];
  expect(receipts[1]).toBe(receipts[0]);
  expect(
    await stack.call("open-receipt", { body: receipt, headers: { authorization: other } }),
  ).toMatchObject({ status: 403 });
  expect(await stack.call("open-receipt", { body: { ...receipt, secret: "x" } })).toMatchObject({
    status: 404,
  });

  const mailsOf = async (recipient: string) => {
    await stack.deliver();
    const rows = await sql`
      select template from public.outgoing_mail
      where recipient = ${recipient} and status = 'sent' order by template`;
    return rows.map((row) => String(row["template"]));
  };
  await eventually(() => mailsOf(tenantEmail)).toContain("claim-paid");
  await eventually(() => mailsOf(address)).toContain("claim-paid");
  expect((await mailsOf(address)).filter((mail) => mail !== "landlord-act")).toEqual([
    "claim-account",
    "claim-account",
    "claim-decided",
    "claim-opened",
    "claim-paid",
    "claim-told",
  ]);
  expect(new Set(await mailsOf(tenantEmail))).toEqual(
    new Set(["claim-decided", "claim-paid", "claim-told"]),
  );
  const told = await stack.inbox(tenantEmail);
  // The mails name the amount that Payser may reclaim from the tenant, but not the account to which Payser paid the
  // claim.
  const words = told.map(({ text }) => text).join("\n");
  expect(words).toMatch(/R\$\s400,00/);
  expect(words).not.toMatch(/Pix|•••/);
  const lost = await sql`select template, last_error from public.outgoing_mail where attempts > 1`;
  expect([...lost]).toEqual([]);
});
