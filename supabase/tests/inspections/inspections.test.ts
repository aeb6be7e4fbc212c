import { createHash } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { inspectionsSchema } from "#contracts/inspections/inspections.ts";
import { actAs } from "../support/act-as.ts";
import { createUser } from "../support/create-user.ts";
import { landlordFixtures } from "../support/landlord-fixtures.ts";

const { fixtures, contracted, confirm, open, asTenant } = landlordFixtures();
const owner = "jose@exemplo.com.br";
const address_hash = "b".repeat(64);

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

beforeEach(async () => {
  await fixtures.sql`delete from private.kept_content`;
  await fixtures.sql`delete from public.rate_limits`;
});

/** Makes a contract whose landlord has a confirmed link. Returns tenant and landlord as senders of files. */
async function lease(changes: Record<string, unknown> = {}) {
  const contract = await contracted({ email: owner });
  const secret = String(await confirm(owner));
  await fixtures.sql`
    update public.contracts set ${fixtures.sql({ start_date: "2026-01-01", end_date: "2099-12-31", ...changes })}
    where id = ${contract.id}`;
  return {
    ...contract,
    secret,
    tenant: { holder: contract.userId, secret_hash: null },
    landlord: { holder: null, secret_hash: hashOf(secret) },
  };
}

type Sender = { holder: string | null; secret_hash: string | null };

/** Makes the two database calls that upload-document makes for a file. */
async function send(contractId: string, by: Sender, changes: Record<string, unknown> = {}) {
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
        ${by.holder}, ${by.secret_hash}, ${contractId}, ${file.id}, ${address_hash}
      ) as answer`;
    if (opened?.["answer"] === null) return null;
    const [row] = await sql`
      select public.receive_inspection(
        ${by.holder}, ${by.secret_hash}, ${contractId}, ${file.id}, ${file.moment}, ${file.room},
        ${file.note}, ${`${contractId}/${crypto.randomUUID()}.jpg`}, 'image/jpeg',
        ${hashOf(file.content)}, ${file.bytes}
      ) as answer`;
    const answer: unknown = row?.["answer"];
    return answer;
  });
}

const kept = { isKept: true, changed: true };
const refused = { isKept: false, changed: false };

test("both sides send, both and staff see both, and nobody replaces or takes back what came", async () => {
  const { id, userId, secret, tenant, landlord } = await lease();
  const first = crypto.randomUUID();
  expect(await send(id, tenant, { id: first, content: "porta", note: " Porta " })).toMatchObject({
    ...kept,
    file: { id: first, sha256: hashOf("porta") },
  });
  expect(await send(id, landlord, { content: "porta" })).toMatchObject(kept);

  // The tenant sends the same file again, with the same or a new id. The stored file is returned.
  for (const again of [{ id: first }, {}]) {
    expect(await send(id, tenant, { ...again, content: "porta" })).toMatchObject({
      isKept: true,
      changed: false,
      file: { id: first },
    });
  }
  // Other content under the id of a stored file is refused, from the other side and from the sender.
  expect(await send(id, landlord, { id: first, content: "outra" })).toMatchObject(refused);
  expect(await send(id, tenant, { id: first, content: "outra" })).toMatchObject(refused);
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
  const [shown] = (await open(secret))?.contracts ?? [];
  expect(shown?.inspections).toEqual(own.inspections);
  expect(JSON.stringify(shown)).not.toContain(owner);
  expect(await fixtures.asStaff("contract_detail", { contract_id: id })).toMatchObject({
    inspections: [{ side: "tenant" }, { side: "landlord" }],
  });
});

test("each look at a file is on record, and strangers look at none", async () => {
  const { id, userId, tenant, landlord } = await lease();
  const fileId = crypto.randomUUID();
  await send(id, tenant, { id: fileId });
  const found = { path: expect.stringMatching(new RegExp(`^${id}/`)) };
  const byLink = (secret_hash: string | null, file_id = fileId) =>
    fixtures.call("find_case_file", { secret_hash, file_id, address_hash });
  const look = (user: string) => asTenant(user, "view_case_file", { file_id: fileId });
  const list = (user: string) =>
    asTenant(user, "list_inspection", { contract_id: id, moment: "entry", side: "tenant" });

  expect(await look(userId)).toEqual(found);
  expect(await byLink(landlord.secret_hash)).toEqual(found);
  expect(await fixtures.asStaff("view_case_file", { file_id: fileId })).toEqual(found);
  const [looks] = await fixtures.sql`
    select array_agg(details ->> 'status' order by id) as sides from public.audit_trail
    where action = 'view-inspection' and outcome = 'done' and subject_id = ${id}`;
  expect(looks?.["sides"]).toEqual(["tenant", "landlord", "staff"]);
  expect(await list(userId)).toMatchObject({ contractId: id, files: [{ room: "kitchen" }] });

  const other = await contracted({ email: "outro@exemplo.com.br" });
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
    expect(await send(id, by)).toBeNull();
  }
});

test("a side has room for 60 files and 200 MB of each report", async () => {
  const { id, tenant, landlord } = await lease();
  const full = { ...refused, isFull: true };
  const most = 10 * 1024 * 1024;
  for (let count = 0; count < 20; count += 1) await send(id, tenant, { bytes: most });
  expect(await send(id, tenant, { bytes: 1 })).toEqual(full);
  for (let count = 0; count < 60; count += 1) await send(id, landlord);
  expect(await send(id, landlord)).toEqual(full);
  expect(await send(id, landlord, { moment: "exit" })).toMatchObject(kept);
});

const untilOf = async (id: string) => {
  const [row] = await fixtures.sql`
    select private.claim_until(contract) as until from public.contracts as contract where id = ${id}`;
  const until: unknown = row?.["until"];
  return until;
};

test("the last day for a claim counts from the keys once they are known, else from the end", async () => {
  const { id, userId, tenant } = await lease({ end_date: "2099-01-31" });
  const fromEnd = { day: "2099-03-02", countedFrom: "end", since: "2099-01-31" };
  expect(await untilOf(id)).toEqual(fromEnd);
  await fixtures.sql`
    insert into public.contract_endings (id, contract_id, kind, asked_by, keys_on)
    values (gen_random_uuid(), ${id}, 'moved-out', 'tenant', '2099-01-10')`;
  expect(await untilOf(id)).toEqual(fromEnd);
  await fixtures.sql`
    update public.contract_endings set status = 'confirmed', closed_at = now() where contract_id = ${id}`;
  expect(await untilOf(id)).toEqual({
    day: "2099-02-09",
    countedFrom: "keys",
    since: "2099-01-10",
  });
  await fixtures.sql`
    update public.contracts set status = 'ended', ends_on = '2099-01-05', closed_at = now() where id = ${id}`;
  const known = { day: "2099-02-04", countedFrom: "keys", since: "2099-01-05" };
  expect(await asTenant(userId, "my_inspections", { contract_id: id })).toMatchObject({
    claimUntil: known,
    takesInspections: true,
  });
  await fixtures.call("keep_content", { content: { rules: { proofDays: 10 } } });
  expect(await untilOf(id)).toMatchObject({ day: "2099-01-15" });

  // After the last day for claims, files are refused. A cancelled contract has no last day for claims.
  await fixtures.sql`
    update public.contracts set ends_on = private.today_in_brasilia() - 11 where id = ${id}`;
  expect(await send(id, tenant)).toEqual(refused);
  await fixtures.sql`
    update public.contracts set status = 'cancelled', ends_on = null where id = ${id}`;
  expect(await untilOf(id)).toBeNull();
  expect(await send(id, tenant)).toEqual(refused);
});

test("tenant and confirmed landlord are told 15, 7 and 1 days before that day, each once", async () => {
  /** Runs the job for reminders twice, for today at noon. Returns the queued reminders and deletes them. */
  const told = async () => {
    for (let time = 0; time < 2; time += 1) {
      await fixtures.sql`
        select private.remind_of_claims_end(
          (private.today_in_brasilia() + time '12:00') at time zone 'America/Sao_Paulo'
        )`;
    }
    const rows = await fixtures.sql`
      delete from public.outgoing_mail where template in ('claims-end-soon', 'landlord-claims-end')
      returning template || ' ' || recipient as sent`;
    return rows.map((row) => String(row["sent"])).toSorted();
  };
  const both = ["claims-end-soon ana@exemplo.com.br", `landlord-claims-end ${owner}`];
  const { id } = await lease({ claims_end_told_on: null });
  /** Sets the end of the term so that the last day for a claim is `days` days from today. */
  const leave = (days: number, changes: Record<string, unknown> = {}) => fixtures.sql`
    update public.contracts set ${fixtures.sql({ status: "active", ends_on: null, claims_end_told_on: null, ...changes })},
      end_date = private.today_in_brasilia() - 30 + ${days}::integer where id = ${id}`;
  const daysTold = [];
  await leave(17);
  for (let days = 17; days >= -1; days -= 1) {
    const mails = await told();
    if (mails.length > 0) {
      expect(mails).toEqual(both);
      daysTold.push(days);
    }
    await fixtures.sql`
      update public.contracts
      set end_date = end_date - 1, claims_end_told_on = claims_end_told_on - 1 where id = ${id}`;
  }
  expect(daysTold).toEqual([15, 7, 1]);

  await leave(15, { status: "cancelled" });
  expect(await told()).toEqual([]);
  // The contract ended with the return of the keys, long before the end of its term.
  await fixtures.sql`
    update public.contracts set status = 'ended', end_date = '2099-01-31',
      ends_on = private.today_in_brasilia() - 23, claims_end_told_on = null where id = ${id}`;
  expect(await told()).toEqual(both);
  await fixtures.sql`update public.contracts set claims_end_told_on = null`;
  const early = await fixtures.sql`
    select private.remind_of_claims_end(
      (private.today_in_brasilia() + time '07:59') at time zone 'America/Sao_Paulo'
    ) as told`;
  expect(early[0]?.["told"]).toBe(0);
});

test("a receipt is recorded once for each list of files", async () => {
  const { id, userId, secret, tenant, landlord } = await lease();
  const report = { contract_id: id, moment: "entry", side: "tenant" };
  const listSchema = z.object({
    sourceSha256: z.string(),
    sha256: z.string().nullable(),
    files: z.array(z.object({ receivedAt: z.string() })),
  });
  const list = async () => listSchema.parse(await asTenant(userId, "list_inspection", report));
  expect(await asTenant(userId, "list_inspection", report)).toBeNull();
  await send(id, tenant, { content: "porta" });
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
  await send(id, landlord, { content: "janela" });
  expect((await list()).sha256).toBe(hashOf("PDF"));
  await send(id, tenant, { content: "piso" });
  const second = await list();
  expect(second).toMatchObject({ sha256: null });
  expect(second.sourceSha256).not.toBe(first.sourceSha256);
  expect(await record(second.sourceSha256, "second PDF")).toBe(hashOf("second PDF"));
  const recorded = await fixtures.sql`
    select file_sha256 from private.inspection_receipts where contract_id = ${id}
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
