import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { inspectionsSchema } from "#contracts/inspections/inspections.ts";
import { actAs } from "../support/act-as.ts";
import { createUser } from "../support/create-user.ts";
import { hashOf } from "../support/hash-of.ts";
import { address_hash, landlordFixtures } from "../support/landlord-fixtures.ts";

const { fixtures, contracted, confirm, leaseOf, told, asTenant } = landlordFixtures();
const owner = "jose@exemplo.com.br";

beforeEach(async () => {
  await fixtures.sql`delete from private.kept_content`;
  await fixtures.sql`delete from public.rate_limits`;
});

/** Makes a lease whose landlord has a link that acts. Returns tenant and landlord as senders of files. */
async function lease(changes: Record<string, unknown> = {}) {
  const term = { start_date: "2026-01-01", end_date: "2099-12-31", ...changes };
  const contract = await contracted({ email: owner, givenBy: "staff", changes: term });
  const secret = String(await confirm(owner));
  return {
    ...contract,
    secret,
    tenant: { holder: contract.userId, secret_hash: null },
    landlord: { holder: null, secret_hash: hashOf(secret) },
  };
}

type Sender = { holder: string | null; secret_hash: string | null };

/** Makes the two database calls that upload-document makes for a file. */
async function send(leaseId: string, by: Sender, changes: Record<string, unknown> = {}) {
  const file = {
    id: crypto.randomUUID(),
    moment: "entry",
    room: "kitchen",
    note: null,
    content: crypto.randomUUID(),
    bytes: 1000,
    ...changes,
  };
  return actAs(fixtures.sql, { role: "service_role" }, async (sql) => {
    const [opened] = await sql`
      select public.open_inspection_upload(
        ${by.holder}, ${by.secret_hash}, ${leaseId}, ${file.id}, ${address_hash}
      ) as answer`;
    if (opened?.["answer"] === null) return null;
    const [row] = await sql`
      select public.receive_inspection(
        ${by.holder}, ${by.secret_hash}, ${leaseId}, ${file.id}, ${file.moment}, ${file.room},
        ${file.note}, ${`${leaseId}/${crypto.randomUUID()}.jpg`}, 'image/jpeg',
        ${hashOf(file.content)}, ${file.bytes}
      ) as answer`;
    const answer: unknown = row?.["answer"];
    return answer;
  });
}

const kept = { isKept: true, changed: true };
const refused = { isKept: false, changed: false };

test("both sides send, both and staff see both, and nobody replaces or takes back what came", async () => {
  const { id, leaseId, userId, secret, tenant, landlord } = await lease();
  const first = crypto.randomUUID();
  expect(
    await send(leaseId, tenant, { id: first, content: "porta", note: " Porta " }),
  ).toMatchObject({
    ...kept,
    file: { id: first, sha256: hashOf("porta") },
  });
  expect(await send(leaseId, landlord, { content: "porta" })).toMatchObject(kept);

  // The tenant sends the same file again, with the same or a new id. The stored file is returned.
  for (const again of [{ id: first }, {}]) {
    expect(await send(leaseId, tenant, { ...again, content: "porta" })).toMatchObject({
      isKept: true,
      changed: false,
      file: { id: first },
    });
  }
  // Other content under the id of a stored file is refused, from the other side and from the sender.
  expect(await send(leaseId, landlord, { id: first, content: "outra" })).toMatchObject(refused);
  expect(await send(leaseId, tenant, { id: first, content: "outra" })).toMatchObject(refused);
  for (const statement of [
    "update public.inspection_files set note = 'x'",
    "delete from public.inspection_files",
  ]) {
    const change = actAs(fixtures.sql, { role: "service_role" }, (sql) => sql.unsafe(statement));
    await expect(change).rejects.toThrow("permission denied");
  }

  const own = inspectionsSchema.parse(
    await asTenant(userId, "my_inspections", { contract_id: id }),
  );
  expect(own.inspections.map(({ side, note }) => [side, note])).toEqual([
    ["tenant", "Porta"],
    ["landlord", undefined],
  ]);
  const shown = await leaseOf(secret, leaseId);
  expect(shown).toMatchObject({ inspections: own.inspections });
  expect(JSON.stringify(shown)).not.toContain(owner);
  expect(await fixtures.asStaff("contract_detail", { contract_id: id })).toMatchObject({
    inspections: [{ side: "tenant" }, { side: "landlord" }],
  });
});

test("each look at a file is on record, and strangers look at none", async () => {
  const { id, leaseId, userId, tenant, landlord } = await lease();
  const fileId = crypto.randomUUID();
  await send(leaseId, tenant, { id: fileId });
  const found = { path: expect.stringMatching(new RegExp(`^${leaseId}/`)) };
  const byLink = (secret_hash: string | null, file_id = fileId) =>
    fixtures.call("find_case_file", { secret_hash, file_id, address_hash });
  const look = (user: string) => asTenant(user, "view_case_file", { file_id: fileId });
  const list = (user: string) =>
    asTenant(user, "list_inspection", { lease_id: leaseId, moment: "entry", side: "tenant" });

  expect(await look(userId)).toEqual(found);
  expect(await byLink(landlord.secret_hash)).toEqual(found);
  expect(await fixtures.asStaff("view_case_file", { file_id: fileId })).toEqual(found);
  const [looks] = await fixtures.sql`
    select array_agg(details ->> 'status' order by id) as sides from public.audit_trail
    where action = 'view-inspection' and outcome = 'done' and subject_id = ${id}`;
  expect(looks?.["sides"]).toEqual(["tenant", "landlord", "staff"]);
  expect(await list(userId)).toMatchObject({
    contractId: id,
    sha256: null,
    files: [{ room: "kitchen" }],
  });

  const other = await contracted({ email: "outro@exemplo.com.br", givenBy: "staff" });
  const otherSecret = String(await confirm("outro@exemplo.com.br"));
  const pending = await createUser(fixtures.sql, "pendente@payser.example");
  for (const stranger of [other.userId, pending]) {
    expect(await look(stranger)).toMatchObject({ code: "42501" });
    expect(await list(stranger)).toMatchObject({ code: "42501" });
    expect(await asTenant(stranger, "my_inspections", { contract_id: id })).toBeNull();
  }
  expect(await byLink(hashOf(otherSecret))).toBeNull();
  expect(await byLink(hashOf("nothing"))).toBeNull();
  expect(await byLink(landlord.secret_hash, crypto.randomUUID())).toBeNull();
  for (const by of [
    { holder: other.userId, secret_hash: null },
    { holder: null, secret_hash: hashOf(otherSecret) },
    { holder: null, secret_hash: null },
  ]) {
    expect(await send(leaseId, by)).toBeNull();
  }
});

test("the other addresses of the landlord are told once a day that a report came", async () => {
  const { id, leaseId, tenant, landlord } = await lease();
  const second = "outra.caixa@exemplo.com.br";
  await fixtures.asStaff("add_landlord_address", {
    contract_id: id,
    address: second,
    is_own: false,
  });
  await confirm(second);
  const acts = async () => (await told()).filter((mail) => mail.startsWith("landlord-act "));
  await send(leaseId, tenant);
  expect(await acts()).toEqual([]);
  await send(leaseId, landlord);
  await send(leaseId, landlord);
  expect(await acts()).toHaveLength(2);
  await send(leaseId, landlord, { moment: "exit" });
  expect(await acts()).toHaveLength(4);
});

test("a receipt is recorded once for each list of files", async () => {
  const { leaseId, userId, secret, tenant, landlord } = await lease();
  const report = { lease_id: leaseId, moment: "entry", side: "tenant" };
  const listSchema = z.object({
    sourceSha256: z.string(),
    sha256: z.string().nullable(),
    files: z.array(z.object({ receivedAt: z.string() })),
  });
  const list = async () => listSchema.parse(await asTenant(userId, "list_inspection", report));
  expect(await asTenant(userId, "list_inspection", report)).toBeNull();
  await send(leaseId, tenant, { content: "porta" });
  const first = await list();
  expect(first.sha256).toBeNull();
  const record = (source_sha256: string, content: string) =>
    fixtures.call("record_inspection_receipt", {
      ...report,
      source_sha256,
      file_sha256: hashOf(content),
    });
  expect(await record(first.sourceSha256, "PDF")).toBe(hashOf("PDF"));
  expect(await record(first.sourceSha256, "another PDF")).toBe(hashOf("PDF"));
  expect(await list()).toEqual({ ...first, sha256: hashOf("PDF") });
  // Staff and landlord get the same facts. The time zone of their sessions does not matter.
  const byLink = fixtures.call("list_inspection_by_link", {
    secret_hash: hashOf(secret),
    ...report,
    address_hash,
  });
  expect(await byLink).toMatchObject({ ...first, sha256: hashOf("PDF") });
  expect(await fixtures.asStaff("list_inspection", report)).toMatchObject({
    sourceSha256: first.sourceSha256,
  });

  // A file of the other side makes no new receipt; a further file of this side does.
  await send(leaseId, landlord, { content: "janela" });
  expect((await list()).sha256).toBe(hashOf("PDF"));
  await send(leaseId, tenant, { content: "piso" });
  const second = await list();
  expect(second).toMatchObject({ sha256: null });
  expect(second.sourceSha256).not.toBe(first.sourceSha256);
  expect(await record(second.sourceSha256, "second PDF")).toBe(hashOf("second PDF"));
  const recorded = await fixtures.sql`
    select file_sha256 from private.inspection_receipts where lease_id = ${leaseId}
    order by drawn_at`;
  expect(recorded.map((row) => row["file_sha256"])).toEqual([hashOf("PDF"), hashOf("second PDF")]);
  for (const statement of [
    `update private.inspection_receipts set file_sha256 = '${hashOf("x")}'`,
    "delete from private.inspection_receipts",
  ]) {
    const change = actAs(fixtures.sql, { role: "service_role" }, (sql) => sql.unsafe(statement));
    await expect(change).rejects.toThrow("permission denied");
  }
});

test("uploads of a landlord are counted by address, whatever the link", async () => {
  const { secret } = await lease();
  const sender = (link: string) => fixtures.call("upload_sender", { secret_hash: hashOf(link) });
  const known = await sender(secret);
  expect(known).toMatch(/^[0-9a-f]{64}$/);
  await fixtures.sql`select private.renew_landlord_link(${owner}, true)`;
  const [link] = await fixtures.sql`select private.current_landlord_secret(${owner}) as secret`;
  expect(String(link?.["secret"])).not.toBe(secret);
  expect(await sender(String(link?.["secret"]))).toBe(known);
  await contracted({ email: "outra@exemplo.com.br" });
  expect(await sender(String(await confirm("outra@exemplo.com.br")))).not.toBe(known);
  expect(await sender("nothing")).toBeNull();
});
