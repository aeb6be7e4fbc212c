import { glob } from "node:fs/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { countRefusals } from "../../supabase/tests/support/count-refusals.ts";
import { createPersonas, type Personas } from "../../supabase/tests/support/personas.ts";
import { inspectionRow, simulationRow } from "../../supabase/tests/support/sample-rows.ts";
import {
  filledMessage,
  filledOffer,
  filledPartnership,
  filledSimulation,
  filledTestMail,
  someAddress,
} from "./filled-forms.ts";
import { startTestStack, type TestStack } from "./test-stack.ts";

vi.setConfig({ testTimeout: 60_000 });

const intruders = ["visitor", "other tenant", "pending staff", "disabled staff"] as const;
const refusals = countRefusals("Edge functions");
/** Pattern of sessions, recovery links, passwords and personal data, none of which may appear in an answer. */
const secrets = /eyJ|\$2[aby]\$|token_hash=|@(exemplo|contratos)|\d{11}|PF-2026/;

let stack: TestStack;
let personas: Personas;
/** Ids and e-mail addresses of other people that an intruder may know. */
const known = {
  simulationId: "",
  documentId: "",
  contractDocumentId: "",
  inspectionId: "",
  movementId: "",
  protocol: "",
  submissionId: "",
  contractNumber: "",
  email: "",
};

beforeAll(async () => {
  stack = await startTestStack();
  personas = await createPersonas(stack, stack.sql);
  const [simulation] = await stack.sql`
    insert into public.simulations ${stack.sql(simulationRow())} returning id, submission_id, protocol`;
  const [contract] = await stack.sql`
    select contract_number, tenant_email from public.contracts
    where id = ${personas.tenant.contractId}`;
  const [document] = await stack.sql`
    insert into public.asked_documents (simulation_id, kind)
    values (${String(simulation?.["id"])}, 'identity') returning id`;
  known.documentId = String(document?.["id"]);
  const [filed] = await stack.sql`
    select id from public.contract_documents where contract_id = ${personas.tenant.contractId}`;
  known.contractDocumentId = String(filed?.["id"]);
  const [inspection] = await stack.sql`
    insert into public.inspection_files
    ${stack.sql(inspectionRow(String(personas.tenant.leaseId)))} returning id`;
  known.inspectionId = String(inspection?.["id"]);
  const [movement] = await stack.sql`
    insert into public.movements (direction, contract_id, amount, moved_on, source)
    values ('in', ${personas.tenant.contractId}, 300, '2026-03-02', 'by-hand') returning id`;
  known.movementId = String(movement?.["id"]);
  known.simulationId = String(simulation?.["id"]);
  known.protocol = String(simulation?.["protocol"]);
  known.submissionId = String(simulation?.["submission_id"]);
  known.contractNumber = String(contract?.["contract_number"]);
  known.email = String(contract?.["tenant_email"]);
}, 60_000);
afterAll(async () => {
  refusals.print();
  await stack?.stop();
}, 30_000);

/** Body with which an intruder calls each edge function, and the statuses with which the function must answer. */
const attempts: Record<
  string,
  { body: () => object; statuses: number[]; own?: Record<string, unknown> }
> = {
  "send-approval-email": {
    body: () => ({ simulationId: known.simulationId, version: 0 }),
    statuses: [401, 403],
  },
  "preview-mail": {
    body: () => ({ template: "simulation-approved", simulationId: known.simulationId }),
    statuses: [401, 403],
  },
  "reject-simulation": {
    body: () => ({ simulationId: known.simulationId, version: 0, reason: "Motivo de teste" }),
    statuses: [401, 403],
  },
  "make-offer": { body: () => filledOffer(known.simulationId), statuses: [401, 403] },
  "accept-offer": {
    body: () => ({
      secret: "A".repeat(22),
      offerId: crypto.randomUUID(),
      fullName: "Ana Maria da Silva",
      clauses: [],
      conditionsSha256: "a".repeat(64),
    }),
    statuses: [404],
  },
  "answer-offer": {
    body: () => ({
      secret: "A".repeat(22),
      offerId: crypto.randomUUID(),
      answer: "decline",
      reason: "Encontrei outra garantia.",
    }),
    statuses: [404],
  },
  "correct-request": {
    body: () => ({
      action: "correct",
      secret: "A".repeat(22),
      correctionId: crypto.randomUUID(),
      version: 0,
      email: "intruso@exemplo.com.br",
    }),
    statuses: [404],
  },
  "accept-correction": {
    body: () => ({ correctionId: crypto.randomUUID(), fullName: "Ana Maria da Silva" }),
    statuses: [401, 404],
  },
  "correct-contract": {
    body: () => ({
      contractId: personas.tenant.contractId,
      correctionId: crypto.randomUUID(),
      knownCode: "",
      tenant_email: "intruso@exemplo.com.br",
      landlord_name: "Outro Locador",
      property_street: "Rua do Intruso, 1",
      property_city: "Maringá",
      property_state: "PR",
      start_date: "2026-12-01",
      reason: "Porque sim",
    }),
    statuses: [401, 403],
  },
  // The database refuses a call for the contract of another tenant.
  "regret-contract": {
    body: () => ({ endingId: crypto.randomUUID(), contractId: crypto.randomUUID() }),
    statuses: [401, 403],
  },
  "open-conditions": {
    body: () => ({ secret: "A".repeat(22), offerId: crypto.randomUUID() }),
    statuses: [404],
  },
  "open-contract-document": {
    body: () => ({ documentId: known.contractDocumentId }),
    statuses: [401, 403],
  },
  "open-receipt": { body: () => ({ movementId: known.movementId }), statuses: [401, 403] },
  "withdraw-contract-document": {
    body: () => ({ documentId: known.contractDocumentId }),
    statuses: [401, 403],
  },
  "file-contract-document": { body: () => ({}), statuses: [401, 403] },
  "confirm-staff-address": {
    body: () => ({ tokenHash: "a".repeat(56), password: "adivinhada" }),
    statuses: [410],
  },
  "issue-documents": { body: () => ({}), statuses: [401] },
  "verify-letter": { body: () => ({ code: "0".repeat(12) }), statuses: [404] },
  "deliver-mail": { body: () => ({}), statuses: [401] },
  "sign-in-contract": {
    body: () => ({ contractNumber: known.contractNumber, password: "adivinhada" }),
    statuses: [401],
  },
  "sign-in-staff": {
    body: () => ({ email: stack.accounts.staff.email, password: "adivinhada" }),
    statuses: [401],
  },
  "change-contract-password": {
    body: () => ({ currentPassword: "adivinhada", newPassword: "nova senha boa" }),
    statuses: [401],
  },
  "change-staff-password": {
    body: () => ({ currentPassword: "adivinhada", newPassword: "cavalo bateria grampo" }),
    statuses: [401, 403],
  },
  "reset-staff-password": {
    body: () => ({ tokenHash: "a".repeat(56), password: "cavalo bateria grampo" }),
    statuses: [410],
  },
  "reset-contract-password": {
    body: () => ({ tokenHash: "a".repeat(56), password: "nova-senha" }),
    statuses: [410],
  },
  "track-request": { body: () => ({ secret: "A".repeat(22) }), statuses: [404] },
  // This call lacks the headers with document id and secret. request-documents.test.ts tests calls with both headers.
  "upload-document": { body: () => ({}), statuses: [422] },
  "open-document": { body: () => ({ documentId: known.documentId }), statuses: [401, 403] },
  "withdraw-file": {
    body: () => ({ secret: "A".repeat(22), fileId: known.documentId }),
    statuses: [404],
  },
  "remove-files": { body: () => ({}), statuses: [401] },
  "read-metrics": { body: () => ({}), statuses: [401] },
  // Only pages of the studio may call this function. test-mails.full.test.ts tests callers that are not web pages.
  "send-test-mail": { body: filledTestMail, statuses: [403] },
  // Functions with status 200 accept every caller. Their answers must contain no data except the fields in `own`.
  "recover-password": { body: () => ({ email: known.email }), statuses: [200] },
  "landlord-area": { body: () => ({ secret: "A".repeat(22) }), statuses: [404] },
  "open-landlord-letter": {
    body: () => ({ secret: "A".repeat(22), contractId: known.documentId }),
    statuses: [404],
  },
  "landlord-claim": {
    body: () => ({
      action: "withdraw",
      secret: "A".repeat(22),
      claimId: known.documentId,
      version: 1,
    }),
    statuses: [404],
  },
  "landlord-lease": {
    body: () => ({
      action: "give-address",
      secret: "A".repeat(22),
      leaseId: personas.tenant.leaseId,
      address: "intruso@exemplo.com.br",
    }),
    statuses: [404],
  },
  "refund-account": {
    body: () => ({ action: "confirm", accountSecret: "A".repeat(22) }),
    statuses: [404],
  },
  // The body contains no secret, so the caller must be signed in. The file belongs to another person's contract.
  "open-case-file": { body: () => ({ fileId: known.inspectionId }), statuses: [401, 403] },
  "request-landlord-link": {
    body: () => ({ email: "intruso@exemplo.com.br" }),
    statuses: [200],
  },
  "request-access": { body: () => ({ secret: "A".repeat(22) }), statuses: [404] },
  "claim-times": { body: () => ({}), statuses: [200], own: { decided: null, paid: null } },
  "request-tracking-link": {
    body: () => ({ protocol: known.protocol, email: "intruso@exemplo.com.br" }),
    statuses: [200],
  },
  "sign-up-staff": {
    body: () => ({ email: stack.accounts.staff.email, password: "cavalo bateria grampo" }),
    statuses: [200],
  },
  "send-simulation-email": {
    body: () => filledSimulation({ submissionId: known.submissionId }),
    statuses: [200],
  },
  "send-partnership-request": {
    body: () => filledPartnership(),
    statuses: [200],
    own: { protocol: expect.stringMatching(/^PP-/), answerDueAt: expect.any(String) },
  },
  "send-contact-message": {
    body: () => filledMessage(),
    statuses: [200],
    own: { protocol: expect.stringMatching(/^PM-/) },
  },
};

test("every edge function is tried", async () => {
  const found: string[] = [];
  for await (const file of glob("supabase/functions/*/index.ts")) {
    found.push(file.split("/").at(-2) ?? "");
  }
  expect(found.toSorted()).toEqual(Object.keys(attempts).toSorted());
});

test.each(Object.entries(attempts))(
  "%s gives no intruder another person's data",
  async (name, attempt) => {
    const before = await privateState();
    const ask = async (who: (typeof intruders)[number]) => {
      const { status, body } = await stack.call(name, {
        body: attempt.body(),
        headers: personas[who].headers,
        from: someAddress(),
      });
      expect(attempt.statuses, who).toContain(status);
      expect(JSON.stringify(body), who).not.toMatch(secrets);
      if (status === 200) expect(body, who).toEqual({ ok: true, data: attempt.own ?? {} });
      refusals.add(who);
    };
    // The calls run in parallel, because some functions answer every caller slowly.
    await Promise.all(intruders.map(ask));
    expect(await privateState()).toEqual(before);
  },
);

/** Reads other people's data (decision, contract, password hashes), which the calls of intruders must not change. */
async function privateState() {
  const [simulation] = await stack.sql`
    select row::text as text from public.simulations as row where id = ${known.simulationId}`;
  const [contract] = await stack.sql`
    select row::text as text from public.contracts as row where id = ${personas.tenant.contractId}`;
  const [user] = await stack.sql`
    select encrypted_password from auth.users where id = ${personas.tenant.userId}`;
  return [simulation?.["text"], contract?.["text"], user?.["encrypted_password"]];
}
