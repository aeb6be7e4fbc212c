import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { trackedRequestSchema } from "#contracts/requests/tracking.ts";
import { callFunction } from "../support/call-api.ts";
import type { PersonaName } from "../support/personas.ts";
import { askedFileRow, documentRow, simulationRow } from "../support/sample-rows.ts";
import { testStack } from "../support/test-stack.ts";
import type { TestStack } from "../support/test-stack.ts";

const address_hash = "a".repeat(64);
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const changedSchema = z.object({ changed: z.boolean(), status: z.string() });

let stack: TestStack;
let simulationId: string;
beforeAll(async () => {
  stack = await testStack();
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.sql`delete from public.outgoing_mail`;
  await stack.sql`delete from public.simulations`;
  await stack.sql`delete from public.rate_limits`;
  await stack.sql`update private.staff_settings set undo_seconds = 10`;
  const [row] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id`;
  simulationId = String(row?.["id"]);
});

const call = async (who: PersonaName, name: string, args: Record<string, unknown>) => {
  const answer = await callFunction(stack, stack.personas[who], name, args);
  expect([name, answer.status]).toEqual([name, 200]);
  return answer.json;
};
const ask = async (kinds: string[], note?: string) =>
  changedSchema.parse(
    await call("staff", "ask_documents", { simulation_id: simulationId, kinds, note }),
  );

async function secretHash(): Promise<string> {
  const secret = await call("service", "tracking_secret", { simulation_id: simulationId });
  return hashOf(String(secret));
}

/** Adds a requested document with one file. Returns the ids of both. */
async function addSent(changes: Record<string, unknown> = {}, path?: string) {
  const empty = { file_count: 0, file_bytes: 0, status: "asked" };
  const [row] = await stack.sql`
    insert into public.asked_documents
    ${stack.sql(documentRow(simulationId, { ...changes, ...empty }))} returning id`;
  const id = String(row?.["id"]);
  const file = askedFileRow(id, path === undefined ? {} : { file_path: path });
  await stack.sql`insert into public.asked_files ${stack.sql(file)}`;
  await stack.sql`update public.asked_documents set status = 'sent' where id = ${id}`;
  return { id, fileId: file.id };
}

interface Sent {
  fileId?: string;
  path?: string;
  bytes?: number;
}

const upload = async (documentId: unknown, file: string, sent: Sent = {}) =>
  call("service", "receive_document", {
    secret_hash: await secretHash(),
    document_id: documentId,
    file_id: sent.fileId ?? crypto.randomUUID(),
    file_path: sent.path ?? crypto.randomUUID(),
    file_type: "image/jpeg",
    file_sha256: hashOf(file),
    bytes: sent.bytes ?? 1000,
  });

const withdraw = async (file_id: string, secret_hash?: string) =>
  call("service", "withdraw_file", {
    secret_hash: secret_hash ?? (await secretHash()),
    file_id,
    address_hash,
  });

const filesOf = async (documentId: unknown): Promise<string[]> => {
  const rows = await stack.sql`
    select id from public.asked_files where document_id = ${String(documentId)}
    order by received_at, id`;
  return rows.map(({ id }) => String(id));
};

/** Decides a document as a member of staff who sees its current files. */
const decide = async (name: string, document_id: unknown, args: object = {}, who?: PersonaName) =>
  call(who ?? "staff", name, { document_id, files: await filesOf(document_id), ...args });

/** Asks for a document and returns its id. */
async function askFor(kind: string): Promise<string> {
  await ask([kind]);
  const [row] = await stack.sql`select id from public.asked_documents where kind = ${kind}`;
  return String(row?.["id"]);
}

const documents = () => stack.sql`
  select kind, note, status, refusal_reason, file_count, file_bytes
  from public.asked_documents order by asked_at, kind`;
const track = async () =>
  trackedRequestSchema.parse(
    await call("service", "track_request", { secret_hash: await secretHash(), address_hash }),
  );
const mails = () => stack.sql`
  select recipient, payload from public.outgoing_mail where template = 'documents-asked'`;
const trail = (action: string) => stack.sql`
  select actor, details from public.audit_trail
  where subject_id = ${simulationId} and action = ${action}`;

test("documents are asked for once under many clicks, in one mail", async () => {
  const answers = await Promise.all(
    [1, 2, 3].map(() => ask(["identity", "income"], "Frente e verso, por favor.")),
  );
  expect(answers.filter(({ changed }) => changed)).toHaveLength(1);
  expect(await ask(["income", "residence"])).toEqual({ changed: true, status: "pending" });
  expect((await documents()).map(({ kind }) => kind)).toEqual(["identity", "income", "residence"]);
  expect([...(await mails())]).toEqual([{ recipient: "ana@exemplo.com.br", payload: {} }]);
  expect(await trail("ask-documents")).toHaveLength(2);
});

test("a new request after a sent mail gets a mail of its own", async () => {
  await ask(["identity"]);
  await stack.sql`update public.outgoing_mail set next_attempt_at = now() - interval '1 second'`;
  await ask(["income"]);
  expect(await mails()).toHaveLength(2);
});

test("other documents are distinguished by their description, which they need", async () => {
  await ask(["other"], "Declaração de imposto de renda");
  await ask(["other"], "Declaração de imposto de renda");
  await ask(["other"], "Contrato social");
  expect(await documents()).toHaveLength(2);
  const args = { simulation_id: simulationId, kinds: ["other"] };
  const refused = await callFunction(stack, stack.personas.staff, "ask_documents", args);
  expect(refused.status).toBe(400);
});

test("a decided request asks for, accepts and decides no document", async () => {
  const { id, fileId } = await addSent();
  await stack.sql`update public.simulations set status = 'approved', reviewed_at = now()`;
  expect(await ask(["income"])).toEqual({ changed: false, status: "approved" });
  const unchanged = { changed: false, status: "sent" };
  expect(await decide("accept_document", id)).toEqual(unchanged);
  expect(await decide("refuse_document", id, { reason: "Cortado" })).toEqual(unchanged);
  expect(await upload(id, "outro")).toEqual({ isKept: false, changed: false });
  expect(await withdraw(fileId)).toEqual({ changed: false, isOpen: false });
  expect(await mails()).toHaveLength(0);
});

test("a document is decided once, and only a refusal is mailed", async () => {
  const [{ id: accepted }, { id: refused }] = [await addSent(), await addSent({ kind: "income" })];
  const clicks = await Promise.all([
    decide("accept_document", accepted),
    decide("refuse_document", accepted, { reason: "Borrado" }, "other staff"),
  ]);
  expect(clicks.filter((answer) => changedSchema.parse(answer).changed)).toHaveLength(1);
  await decide("refuse_document", refused, { reason: "  Está cortado.  " });
  await decide("refuse_document", refused, { reason: "Outra vez" });
  const [row] = await stack.sql`
    select refusal_reason from public.asked_documents where id = ${refused}`;
  expect(row?.["refusal_reason"]).toBe("Está cortado.");
  expect(await mails()).toHaveLength(1);
});

test("a document has several files, each content once, and a new file clears a refusal", async () => {
  const id = await askFor("income");
  const kept = { isKept: true, changed: true };
  const repeated = { isKept: true, changed: false };
  const both = await Promise.all([upload(id, "frente"), upload(id, "frente")]);
  expect(both).toEqual(expect.arrayContaining([kept, repeated]));
  expect(await upload(id, "verso")).toEqual(kept);
  const [front = "", back = ""] = await filesOf(id);
  await decide("refuse_document", id, { reason: "O verso está borrado." });
  // A retry of an upload that arrived before the refusal is no answer to the refusal.
  expect(await upload(id, "verso", { fileId: back })).toEqual(repeated);
  expect(await documents()).toMatchObject([{ status: "refused", file_count: 2 }]);
  expect(await withdraw(back)).toMatchObject({ changed: true });
  expect(await upload(id, "verso nítido")).toEqual(kept);
  expect([...(await documents())]).toEqual([
    {
      kind: "income",
      note: null,
      status: "sent",
      refusal_reason: null,
      file_count: 2,
      file_bytes: 2000,
    },
  ]);
  expect((await filesOf(id))[0]).toBe(front);
  await decide("accept_document", id);
  expect(await upload(id, "frente", { fileId: front })).toEqual(repeated);
  expect(await upload(id, "outra foto")).toEqual({ isKept: false, changed: false });
  expect(await withdraw(front)).toEqual({ changed: false, isOpen: false });
  expect(await trail("send-document")).toHaveLength(3);
  expect(await trail("withdraw-file")).toMatchObject([
    { actor: null, details: { document: id, file: back, kind: "income" } },
  ]);
});

test("a file that is chosen again after a refusal answers the refusal without a second row", async () => {
  const id = await askFor("income");
  await upload(id, "holerite");
  await decide("refuse_document", id, { reason: "Faltou o mês de maio." });
  expect(await upload(id, "holerite")).toEqual({ isKept: true, changed: false });
  expect(await documents()).toMatchObject([{ status: "sent", file_count: 1 }]);
});

test("a document takes ten files and 50 MB, also when uploads arrive at once", async () => {
  const id = await askFor("income");
  const full = { isKept: false, changed: false, isFull: true };
  const fullSchema = z.object({ isFull: z.literal(true) });
  const many = await Promise.all(Array.from({ length: 12 }, (_, place) => upload(id, `${place}`)));
  expect(many.filter((answer) => fullSchema.safeParse(answer).success)).toHaveLength(2);
  expect(await filesOf(id)).toHaveLength(10);
  const large = await askFor("residence");
  const bytes = 10 * 1024 * 1024;
  for (let place = 0; place < 5; place++) await upload(large, `grande ${place}`, { bytes });
  expect(await upload(large, "mais um", { bytes: 1 })).toEqual(full);
  // The database refuses a row that no function has checked.
  const row = askedFileRow(id);
  const inserted = stack.sql`insert into public.asked_files ${stack.sql(row)}`;
  await expect(inserted).rejects.toThrow("asked_documents_file_count_check");
  const last = stack.sql`delete from public.asked_files where document_id = ${id}`;
  await expect(last).rejects.toThrow("asked_documents_sent_have_file");
});

test("staff decide the files that they saw, and nothing when the applicant has changed them", async () => {
  const { id } = await addSent();
  const seen = await filesOf(id);
  await upload(id, "outra página");
  for (const [name, more] of [
    ["accept_document", {}],
    ["refuse_document", { reason: "Está cortado." }],
  ] as const) {
    const args = { document_id: id, files: seen, ...more };
    const answer = await callFunction(stack, stack.personas.staff, name, args);
    expect([name, answer.status]).toEqual([name, 409]);
  }
  expect(await documents()).toMatchObject([{ status: "sent" }]);
  expect(await decide("accept_document", id)).toEqual({ changed: true, status: "accepted" });
});

test("a removed last file makes the document missing again, from that time on", async () => {
  const id = await askFor("income");
  await upload(id, "holerite");
  await stack.sql`update public.asked_documents set asked_at = now() - interval '5 hours'`;
  const [fileId = ""] = await filesOf(id);
  expect(await withdraw(fileId)).toMatchObject({ changed: true, path: expect.any(String) });
  expect(await withdraw(fileId)).toEqual({ changed: false, isOpen: true });
  expect(await documents()).toMatchObject([{ status: "asked", file_count: 0, file_bytes: 0 }]);
  const tracked = await track();
  expect(tracked.documents).toMatchObject([{ status: "asked", files: [] }]);
  const due = (Date.parse(tracked.documentsDueAt ?? "") - Date.now()) / 3_600_000;
  expect(due).toBeCloseTo(72, 1);
  // Only the time since the removal moves the promised answer.
  await stack.sql`
    update public.asked_documents set emptied_at = now() - interval '1 hour'`;
  await upload(id, "holerite");
  expect(
    (Date.parse((await track()).answerDueAt) - Date.parse(tracked.answerDueAt)) / 3_600_000,
  ).toBeCloseTo(1, 1);
});

test("a link removes no file of another request, and guesses are counted", async () => {
  const [other] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id`;
  const foreign = await addSent({ simulation_id: String(other?.["id"]) });
  expect(await withdraw(foreign.fileId)).toEqual({ changed: false, isOpen: true });
  expect(await withdraw(foreign.fileId, hashOf("errado"))).toBeNull();
  expect(await filesOf(foreign.id)).toEqual([foreign.fileId]);
  const misses = await stack.sql`
    select from public.rate_limits where action = 'tracking-miss-by-address'`;
  expect(misses).toHaveLength(1);
});

test("a link opens its own request's documents and no others", async () => {
  const [other] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id`;
  const foreign = await addSent({ simulation_id: String(other?.["id"]) });
  expect(await upload(foreign.id, "foto")).toBeNull();
  const own = await addSent();
  // An id that another document uses is not taken over.
  expect(await upload(own.id, "foto", { fileId: foreign.fileId })).toEqual({
    isKept: false,
    changed: false,
  });
  const open = (secret_hash: string, document_id: string, file_id: string) =>
    call("service", "open_document_upload", {
      secret_hash,
      document_id,
      file_id,
      address_hash,
    });
  expect(await open(await secretHash(), foreign.id, foreign.fileId)).toBeNull();
  expect(await open(hashOf("errado"), own.id, own.fileId)).toBeNull();
  expect(await open(await secretHash(), own.id, foreign.fileId)).toEqual({
    simulationId,
    isOpen: true,
  });
  expect(await open(await secretHash(), own.id, own.fileId)).toEqual({
    simulationId,
    keptSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    isOpen: true,
  });
  await decide("accept_document", own.id);
  expect(await open(await secretHash(), own.id, crypto.randomUUID())).toEqual({
    simulationId,
    isOpen: false,
  });
});

test("every view of a file or the list is recorded", async () => {
  const { id, fileId } = await addSent();
  for (let view = 0; view < 3; view++) {
    expect(await call("staff", "view_document", { document_id: fileId })).toEqual({
      path: expect.stringContaining(fileId),
    });
  }
  const views = await trail("view-document");
  expect(views).toHaveLength(3);
  expect(views[0]).toMatchObject({
    actor: stack.personas.staff.userId,
    details: { document: id, file: fileId },
  });
  const unknown = await callFunction(stack, stack.personas.staff, "view_document", {
    document_id: id,
  });
  expect(unknown.status).toBe(404);
  expect(
    await call("staff", "list_request_documents", { simulation_id: simulationId }),
  ).toMatchObject([{ id, files: [{ id: fileId, type: "application/pdf", bytes: 1000 }] }]);
  const readings = await stack.sql`
    select from public.audit_trail
    where action = 'read-simulations' and details -> 'ids' ? ${simulationId}`;
  expect(readings).toHaveLength(1);
});

test("a file that no row names is found after an hour, and no other one", async () => {
  const kept = `${simulationId}/guardado.pdf`;
  await addSent({}, kept);
  await stack.sql`
    insert into storage.objects (bucket_id, name, created_at) values
      ('request-documents', ${kept}, now() - interval '1 day'),
      ('request-documents', 'x/velho.pdf', now() - interval '2 hours'),
      ('request-documents', 'x/novo.pdf', now()),
      ('contract-documents', 'x/contrato.pdf', now() - interval '1 day')`;
  expect(await call("service", "files_without_row", {})).toEqual(["x/velho.pdf"]);
});

test("the promised date is suspended while the last document is missing, and resumes afterwards", async () => {
  await ask(["income"]);
  await ask(["identity"]);
  await stack.sql`
    update public.asked_documents set asked_at = now() - case kind
      when 'income' then interval '5 hours' else interval '2 hours' end`;
  const [row] = await stack.sql`select answer_due_at from public.simulations`;
  const promised = new Date(String(row?.["answer_due_at"])).getTime();
  const hoursLater = async () => (Date.parse((await track()).answerDueAt) - promised) / 3_600_000;
  const [income, identity] = await stack.sql`
    select id, asked_at from public.asked_documents order by asked_at`;
  // Documents are due three days after staff last asked for one.
  const due = Date.parse((await track()).documentsDueAt ?? "");
  const lastAsked = new Date(String(identity?.["asked_at"])).getTime();
  expect((due - lastAsked) / 3_600_000).toBeCloseTo(72, 1);
  await upload(income?.["id"], "holerite");
  expect(await hoursLater()).toBeCloseTo(0, 1);
  await upload(identity?.["id"], "identidade");
  expect(await hoursLater()).toBeCloseTo(2, 1);
  expect((await track()).documentsDueAt).toBeUndefined();
  // Another file of a document that was already sent does not move the promised date of the answer.
  await upload(identity?.["id"], "identidade, mais nítida");
  expect(await hoursLater()).toBeCloseTo(2, 1);
});
