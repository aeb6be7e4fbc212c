import { Buffer } from "node:buffer";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { landlordClaimReplySchema } from "#contracts/claims/claims.ts";
import { landlordAreaSchema } from "#contracts/landlords/landlord.ts";
import { jpegSample } from "../../supabase/functions/_shared/documents/document-samples-for-tests.ts";
import { callFunction } from "../../supabase/tests/support/call-api.ts";
import { hashLeaseRows } from "../../supabase/tests/support/hash-lease-rows.ts";
import { createPersonas, type Personas } from "../../supabase/tests/support/personas.ts";
import { eventually, startTestStack, type TestStack } from "./test-stack.ts";

vi.setConfig({ testTimeout: 90_000 });

/** Second mailbox of the tenant, given as the landlord's. */
const fake = "segunda.caixa@exemplo.com.br";
const owner = "proprietario@exemplo.com.br";
const agency = "imobiliaria@exemplo.com.br";
const tenantEmail = "inquilina@exemplo.com.br";

const accountOf = (key: string) => ({
  kind: "pix",
  key,
  holder: "Carlos Nogueira",
  document: "529.982.247-25",
});

let stack: TestStack;
let personas: Personas;
let contractId: string;
let leaseId: string;
beforeAll(async () => {
  stack = await startTestStack();
  personas = await createPersonas(stack, stack.sql);
  contractId = String(personas.tenant.contractId);
  leaseId = String(personas.tenant.leaseId);
  await stack.sql`
    update public.contracts set start_date = private.today_in_brasilia() - 300, tenant_email = ${tenantEmail},
      end_date = private.today_in_brasilia() + 64, cover_limit = 9000, guarantee_reference_value = 20000
    where id = ${contractId}`;
}, 60_000);
afterAll(async () => {
  await stack?.stop();
}, 30_000);

const today = async () => {
  const [row] = await stack.sql`select private.today_in_brasilia()::text as day`;
  return String(row?.["day"]);
};

/** Reads the secret of the link in the latest mail to a mailbox of a landlord. */
async function secretFor(address: string) {
  const links = async () => {
    await stack.deliver();
    const texts = (await stack.inbox(address)).map(({ text }) => text);
    return texts.flatMap((text) => /\/locador#([\w-]{22})/.exec(text)?.[1] ?? []);
  };
  await eventually(async () => (await links()).length).toBeGreaterThan(0);
  return (await links()).at(-1) ?? "";
}

async function area(secret: string, more: object = { leaseId }) {
  const { body } = await stack.call("landlord-area", { body: { secret, ...more } });
  return z.object({ data: landlordAreaSchema }).parse(body).data;
}

/** Confirms an address as the owner of its mailbox: opens the mailed link and answers the question. */
async function confirm(address: string) {
  const secret = await secretFor(address);
  const [question] = (await area(secret)).waiting;
  return {
    secret,
    shown: await area(secret, { answer: { contactId: question?.id, isMine: true } }),
  };
}

const giveAsTenant = (address: string) =>
  callFunction(stack, personas.tenant, "give_landlord_address", {
    contract_id: contractId,
    address,
  });
const onClaim = async (secret: string, action: string, more: object = {}) => {
  const [claim] = await stack.sql`
    select id, private.claim_version(id) as version from public.claims limit 1`;
  const seen = { claimId: claim?.["id"], version: claim?.["version"] };
  return stack.call("landlord-claim", { body: { action, secret, ...seen, ...more } });
};
const onLease = (secret: string, action: string, more: object) =>
  stack.call("landlord-lease", { body: { action, secret, ...more } });
const openClaim = async (secret: string) =>
  stack.call("landlord-claim", {
    body: {
      action: "open",
      secret,
      leaseId,
      requestId: crypto.randomUUID(),
      happenedOn: await today(),
      items: [{ id: crypto.randomUUID(), kind: "repair", description: "Porta", asked: "1.200,00" }],
      account: accountOf("52998224725"),
    },
  });

async function upload(secret: string, kind: string, of: string, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new File([await jpegSample()], "foto.jpg"));
  const request = new Response(form);
  return stack.call("upload-document", {
    body: Buffer.from(await request.arrayBuffer()),
    headers: {
      "content-type": request.headers.get("content-type"),
      "x-request-secret": secret,
      "x-document-kind": kind,
      "x-document-id": kind === "keys" ? of : crypto.randomUUID(),
      "x-document-of": of,
    },
  });
}

/** Acts of landlords that were reported to an address, in alphabetical order. */
async function actsToldTo(address: string) {
  await stack.deliver();
  const rows = await stack.sql`
    select distinct split_part(idempotency_key, ':', 2) as act from public.outgoing_mail
    where template = 'landlord-act' and recipient = ${address} and status = 'sent' order by act`;
  return rows.map((row) => String(row["act"]));
}

test("a tenant who confirms a second mailbox of his own is refused at every step, and the real landlord hears of each act", async () => {
  const { sql } = stack;
  // The tenant gives a second mailbox and confirms it. The tenant's known address is refused.
  expect(await giveAsTenant(tenantEmail)).toMatchObject({ status: 422 });
  expect(await giveAsTenant(fake)).toMatchObject({ json: { changed: true } });
  const { secret: thief, shown } = await confirm(fake);
  expect(shown.leases).toMatchObject([{ id: leaseId, standing: "reads" }]);

  // Before the real landlord is known, the tenant opens no claim against himself.
  const before = await hashLeaseRows(stack.sql);
  expect(await openClaim(thief)).toMatchObject({ status: 404 });
  expect(await hashLeaseRows(stack.sql)).toBe(before);

  // Staff add the real landlord's address from the request. The landlord confirms it and makes a claim.
  await callFunction(stack, personas.staff, "add_landlord_address", {
    contract_id: contractId,
    address: owner,
    is_own: false,
  });
  const { secret: landlord } = await confirm(owner);
  // The tenant learns nothing from giving this address, too.
  expect((await giveAsTenant(owner)).json).toEqual((await giveAsTenant(fake)).json);
  const opened = await openClaim(landlord);
  const { claim } = z.object({ data: landlordClaimReplySchema }).parse(opened.body).data;
  const photo = { kind: "photo" };
  expect(await upload(landlord, "claim", claim.id, photo)).toMatchObject({ status: 200 });
  const report = { moment: "entry", room: "kitchen" };
  expect(await upload(landlord, "inspection", leaseId, report)).toMatchObject({ status: 200 });
  const endingId = crypto.randomUUID();
  const keysOn = await today();
  await callFunction(stack, personas.tenant, "ask_ending", {
    contract_id: contractId,
    ending_id: endingId,
    kind: "moved-out",
    keys_on: keysOn,
    despite_claim: true,
  });
  const [file] = await sql`select id from public.claim_files`;

  const texts = { answers: claim.items.map(({ id }) => ({ item_id: id, text: "Tudo certo" })) };
  const items = claim.items.map(({ id }) => id);
  const attempts: Record<string, () => Promise<{ status: number }>> = {
    "opens a claim": () => openClaim(thief),
    "withdraws the claim": () => onClaim(thief, "withdraw"),
    "ends the evidence": () => onClaim(thief, "complete"),
    "ends the landlord's days": () => onClaim(thief, "done"),
    "answers for the landlord": () => onClaim(thief, "add", texts),
    "replies to staff": () => onClaim(thief, "reply", { text: "Não é preciso" }),
    "uses up the review": () => onClaim(thief, "review", { items, text: "Retiro tudo que pedi" }),
    "answers a review": () => onClaim(thief, "answer-review", { text: "Concordo com tudo" }),
    "redirects the payment": () =>
      onClaim(thief, "change-account", { account: accountOf("11144477735") }),
    "confirms the landlord's account": () =>
      stack.call("landlord-claim", {
        body: { action: "confirm-account", accountSecret: thief },
      }),
    "fills the report": () => upload(thief, "inspection", leaseId, report),
    "sends evidence": () => upload(thief, "claim", claim.id, photo),
    "sends a receipt of the keys": () => upload(thief, "keys", endingId, {}),
    "opens a file": () =>
      stack.call("open-case-file", { body: { secret: thief, fileId: file?.["id"] } }),
    "opens a report": () =>
      stack.call("open-case-file", {
        body: { secret: thief, leaseId, moment: "entry", side: "landlord" },
      }),
    "opens a decision": () =>
      stack.call("open-case-file", { body: { secret: thief, claimId: claim.id } }),
    "agrees to the day of the keys": () => onLease(thief, "state", { endingId, keysOn }),
    "withdraws the ending": () => onLease(thief, "withdraw", { endingId }),
    "asks for an ending": () =>
      onLease(thief, "ask", {
        endingId: crypto.randomUUID(),
        contractId,
        kind: "moved-out",
        keysOn,
      }),
    "asks for a renewal": () => onLease(thief, "renew", { leaseId }),
    "gives another address": () =>
      onLease(thief, "give-address", { leaseId, address: "terceira@exemplo.com.br" }),
  };
  const untouched = await hashLeaseRows(stack.sql);
  for (const [act, attempt] of Object.entries(attempts)) {
    // oxlint-disable-next-line no-await-in-loop
    expect([act, (await attempt()).status]).toEqual([act, 404]);
  }
  expect(await hashLeaseRows(stack.sql)).toBe(untouched);

  // The functions behind the links cannot be called with the tenant's session.
  for (const name of ["claim_by_link", "ending_by_link", "give_address_by_link"]) {
    // oxlint-disable-next-line no-await-in-loop
    const { status } = await callFunction(stack, personas.tenant, name, {
      secret_hash: "a".repeat(64),
      address_hash: "a".repeat(64),
    });
    expect([401, 403, 404]).toContain(status);
  }

  // The second mailbox sees that a claim exists, and nothing that is said in it.
  const { lease } = await area(thief);
  expect(lease?.standing).toBe("reads");
  expect(lease?.claims).toEqual([{ protocol: claim.protocol, openedAt: claim.openedAt }]);
  expect(JSON.stringify(lease)).not.toMatch(/Porta|Pix|52998224725|1200/);

  // The owner lets an agency act. Whatever the agency does, the owner is told at once.
  expect(await onLease(landlord, "give-address", { leaseId, address: agency })).toMatchObject({
    body: { data: { outcome: "given" } },
  });
  const { secret: acting } = await confirm(agency);
  const done = [
    await onLease(acting, "state", { endingId, keysOn }),
    await upload(acting, "inspection", leaseId, report),
    await upload(acting, "claim", claim.id, { kind: "estimate" }),
    await onClaim(acting, "change-account", { account: accountOf("11144477735") }),
    await onClaim(acting, "complete"),
    await onClaim(acting, "withdraw"),
    await onLease(acting, "give-address", { leaseId, address: "filial@exemplo.com.br" }),
  ];
  expect(done.map(({ status }) => status)).toEqual(done.map(() => 200));
  await eventually(() => actsToldTo(owner)).toEqual([
    "account-asked",
    "complete",
    "give-address",
    "open-claim",
    "send-evidence",
    "send-report",
    "withdraw-claim",
  ]);
  const [told] = await sql`
    select count(*)::integer as mails from public.outgoing_mail
    where template = 'landlord-ending' and recipient = ${owner} and status = 'sent'`;
  // The tenant's request and the agency's answer about the day of the keys.
  expect(told?.["mails"]).toBe(2);
  const words = (await stack.inbox(owner)).map(({ text }) => text).join("\n");
  expect(words).toContain("i•••@exemplo");
  expect(words).not.toContain(agency);
});
