import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { trackedRequestSchema } from "#contracts/requests/tracking.ts";
import { callFunction } from "../support/call-api.ts";
import type { PersonaName } from "../support/personas.ts";
import { documentRow, simulationRow } from "../support/sample-rows.ts";
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

async function addSent(changes: Record<string, unknown> = {}): Promise<string> {
  const [row] = await stack.sql`
    insert into public.asked_documents ${stack.sql(documentRow(simulationId, changes))}
    returning id`;
  return String(row?.["id"]);
}

const upload = async (documentId: unknown, file: string, path: string = crypto.randomUUID()) =>
  call("service", "receive_document", {
    secret_hash: await secretHash(),
    document_id: documentId,
    file_path: path,
    file_type: "image/jpeg",
    file_sha256: hashOf(file),
  });

const documents = () => stack.sql`
  select kind, note, status, refusal_reason, file_path
  from public.asked_documents order by asked_at, kind`;
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
  const sent = await addSent();
  await stack.sql`update public.simulations set status = 'approved', reviewed_at = now()`;
  expect(await ask(["income"])).toEqual({ changed: false, status: "approved" });
  for (const name of ["accept_document", "refuse_document"]) {
    const args = { document_id: sent, ...(name === "refuse_document" && { reason: "Cortado" }) };
    expect(await call("staff", name, args)).toEqual({ changed: false, status: "sent" });
  }
  expect(await upload(sent, "outro")).toEqual({ isKept: false, changed: false });
  expect(await mails()).toHaveLength(0);
});

test("a document is decided once, and only a refusal is mailed", async () => {
  const [accepted, refused] = [await addSent(), await addSent({ kind: "income" })];
  const clicks = await Promise.all([
    call("staff", "accept_document", { document_id: accepted }),
    call("releasing staff", "refuse_document", { document_id: accepted, reason: "Borrado" }),
  ]);
  expect(clicks.filter((answer) => changedSchema.parse(answer).changed)).toHaveLength(1);
  await call("staff", "refuse_document", { document_id: refused, reason: "  Está cortado.  " });
  await call("staff", "refuse_document", { document_id: refused, reason: "Outra vez" });
  const [row] = await stack.sql`
    select refusal_reason from public.asked_documents where id = ${refused}`;
  expect(row?.["refusal_reason"]).toBe("Está cortado.");
  expect(await mails()).toHaveLength(1);
});

test("a file comes once, replaces the former one and clears a refusal", async () => {
  await ask(["income"]);
  const [row] = await stack.sql`select id from public.asked_documents`;
  const id = row?.["id"];
  const both = await Promise.all([upload(id, "foto", "a/1.jpg"), upload(id, "foto", "a/2.jpg")]);
  expect(both).toContainEqual({ isKept: true, changed: true });
  expect(both).toContainEqual({ isKept: true, changed: false });
  const [kept] = await documents();
  await call("staff", "refuse_document", { document_id: id, reason: "Está borrado." });
  const next = await upload(id, "foto melhor", "a/3.jpg");
  expect(next).toEqual({ isKept: true, changed: true, replaced: kept?.["file_path"] });
  expect([...(await documents())]).toEqual([
    { kind: "income", note: null, status: "sent", refusal_reason: null, file_path: "a/3.jpg" },
  ]);
  await call("staff", "accept_document", { document_id: id });
  expect(await upload(id, "foto melhor")).toEqual({ isKept: true, changed: false });
  expect(await upload(id, "outra foto")).toEqual({ isKept: false, changed: false });
  expect(await trail("send-document")).toHaveLength(2);
});

test("a link opens its own request's documents and no others", async () => {
  const [other] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id`;
  const foreign = await addSent({ simulation_id: String(other?.["id"]) });
  expect(await upload(foreign, "foto")).toBeNull();
  const open = (secret_hash: string, document_id: string) =>
    call("service", "open_document_upload", {
      secret_hash,
      document_id,
      address_hash,
    });
  expect(await open(await secretHash(), foreign)).toBeNull();
  const own = await addSent();
  expect(await open(hashOf("errado"), own)).toBeNull();
  expect(await open(await secretHash(), own)).toEqual({
    simulationId,
    keptSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    isOpen: true,
  });
  await call("staff", "refuse_document", { document_id: own, reason: "Está cortado." });
  expect(await open(await secretHash(), own)).toEqual({ simulationId, isOpen: true });
});

test("every view of a file or the list is recorded", async () => {
  const id = await addSent();
  for (let view = 0; view < 3; view++) {
    expect(await call("staff", "view_document", { document_id: id })).toEqual({
      path: expect.stringContaining(simulationId),
    });
  }
  const views = await trail("view-document");
  expect(views).toHaveLength(3);
  expect(views[0]).toMatchObject({ actor: stack.personas.staff.userId, details: { document: id } });
  await call("staff", "list_request_documents", { simulation_id: simulationId });
  const readings = await stack.sql`
    select from public.audit_trail
    where action = 'read-simulations' and details -> 'ids' ? ${simulationId}`;
  expect(readings).toHaveLength(1);
});

test("a file that no row names is found after an hour, and no other one", async () => {
  const kept = `${simulationId}/guardado.pdf`;
  await addSent({ file_path: kept });
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
  const shown = async () =>
    trackedRequestSchema.parse(
      await call("service", "track_request", { secret_hash: await secretHash(), address_hash }),
    );
  const [row] = await stack.sql`select answer_due_at from public.simulations`;
  const promised = new Date(String(row?.["answer_due_at"])).getTime();
  const hoursLater = async () => (Date.parse((await shown()).answerDueAt) - promised) / 3_600_000;
  const [income, identity] = await stack.sql`
    select id, asked_at from public.asked_documents order by asked_at`;
  // Documents are due three days after staff last asked for one.
  const due = Date.parse((await shown()).documentsDueAt ?? "");
  const lastAsked = new Date(String(identity?.["asked_at"])).getTime();
  expect((due - lastAsked) / 3_600_000).toBeCloseTo(72, 1);
  await upload(income?.["id"], "holerite");
  expect(await hoursLater()).toBeCloseTo(0, 1);
  await upload(identity?.["id"], "identidade");
  expect(await hoursLater()).toBeCloseTo(2, 1);
  expect((await shown()).documentsDueAt).toBeUndefined();
  // A file that replaces an uploaded file does not move the promised date of the answer.
  await upload(identity?.["id"], "identidade, mais nítida");
  expect(await hoursLater()).toBeCloseTo(2, 1);
});
