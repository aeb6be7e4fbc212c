import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callApi } from "../support/call-api.ts";
import { countRefusals } from "../support/count-refusals.ts";
import { plantDocument } from "../support/document-rules.ts";
import { plantedRow } from "../support/planted-rows.ts";
import { personaNames } from "../support/personas.ts";
import type { PersonaName } from "../support/personas.ts";
import {
  acceptanceRow,
  caseEventRow,
  chargeRow,
  claimFileRow,
  claimItemRow,
  claimRow,
  contactMessageRow,
  handoverRow,
  inspectionRow,
  movementRow,
  offerRow,
  partnerRow,
  partnershipRow,
  refundAccountRow,
  reviewRow,
  simulationRow,
} from "../support/sample-rows.ts";
import { testStack } from "../support/test-stack.ts";
import type { TestStack } from "../support/test-stack.ts";

/** Rows of a table that a persona can read: all rows, no rows, only the persona's own row, or an error. */
type Sight = "all" | "none" | "own" | "refused";

const nobodyButService = everybody("refused", { service: "all" });
const activeStaff = everybody("none", {
  visitor: "refused",
  staff: "all",
  "other staff": "all",
  service: "all",
});
const ownContract = everybody("none", {
  visitor: "refused",
  tenant: "own",
  "other tenant": "own",
  service: "all",
});

/** Rows that each persona reads, by table. A table that is missing here fails the first test. */
const sights: Record<string, Record<PersonaName, Sight>> = {
  acceptances: nobodyButService,
  // Staff read the ledger (charges, movements, allocations) through functions that record the reading, tenants through
  // my_payments.
  allocations: nobodyButService,
  // Staff read asked documents through functions, applicants through an edge function with their link.
  asked_documents: nobodyButService,
  asked_files: nobodyButService,
  audit_trail: nobodyButService,
  // Landlords read these events with their link, tenants through my_claims, staff through claim_detail.
  case_events: nobodyButService,
  // Staff read holders through case_work, which records the reading.
  case_holders: nobodyButService,
  case_notes: nobodyButService,
  charges: nobodyButService,
  // Landlords read the next tables with their link, tenants through my_claims, staff through claim_detail.
  claim_files: nobodyButService,
  claim_items: nobodyButService,
  claim_reviews: nobodyButService,
  claims: nobodyButService,
  // Staff read messages through list_contact_messages, which records the reading.
  contact_messages: nobodyButService,
  contract_documents: ownContract,
  // Tenants read the end of a contract through my_ending, staff through contract_detail, which records the reading.
  contract_endings: nobodyButService,
  contracts: ownContract,
  // Staff read parked jobs through list_parked_documents.
  document_jobs: nobodyButService,
  // Both sides read these statements with the ending.
  handover_statements: nobodyButService,
  // Tenants read inspection files through my_inspections, landlords by their link, staff through contract_detail.
  inspection_files: nobodyButService,
  // Staff read landlords through find_landlords and contract_detail, which record the reading.
  landlords: nobodyButService,
  // Tenants read the landlord's e-mail addresses, but only the addresses that they entered themselves.
  lease_addresses: ownContract,
  leases: nobodyButService,
  letters: ownContract,
  login_attempts: nobodyButService,
  movements: nobodyButService,
  // Staff read offers through list_offers, which records the reading.
  offers: nobodyButService,
  outgoing_mail: nobodyButService,
  // Staff read partners through list_partners, which records the reading.
  partners: nobodyButService,
  partnership_notes: nobodyButService,
  // Staff read requests through list_partnership_requests, which records the reading.
  partnership_requests: nobodyButService,
  rate_limits: nobodyButService,
  // Tenants read the account of a refund through my_refund_account, staff through list_charges and contract_payments.
  refund_accounts: nobodyButService,
  // Staff read requests through list_simulations, which records the reading.
  simulations: nobodyButService,
  staff: { ...activeStaff, "pending staff": "own", "disabled staff": "own" },
  staff_rights: nobodyButService,
};
/** Columns by table: `key` may be read by every role with access; `change` is an update that the tests attempt. */
const columns: Record<string, { key: string; change: Record<string, unknown> }> = {
  acceptances: { key: "contract_id", change: { full_name: "Trocado" } },
  asked_documents: { key: "id", change: { status: "asked" } },
  asked_files: { key: "id", change: { bytes: 1 } },
  audit_trail: { key: "id", change: { outcome: "done" } },
  case_holders: { key: "id", change: { since: "2026-01-01T00:00:00Z" } },
  case_notes: { key: "id", change: { note: "Trocada" } },
  contact_messages: { key: "id", change: { message: "Trocada" } },
  contract_documents: { key: "id", change: { document_name: "Trocado" } },
  contract_endings: { key: "id", change: { reason: "Trocado" } },
  contracts: { key: "id", change: { status: "cancelled" } },
  case_events: { key: "id", change: { what: "paid" } },
  claim_files: { key: "id", change: { kind: "other" } },
  claim_items: { key: "id", change: { granted: 1 } },
  claim_reviews: { key: "claim_id", change: { text: "Outro texto qualquer" } },
  claims: { key: "id", change: { protocol: "PA-2026-00000011" } },
  document_jobs: { key: "contract_id", change: { status: "done" } },
  handover_statements: { key: "ending_id", change: { note: "Trocada" } },
  inspection_files: { key: "id", change: { note: "Trocada" } },
  lease_addresses: { key: "lease_id", change: { confirmed_at: "2026-01-01T00:00:00Z" } },
  leases: { key: "id", change: { claims_end_told_on: "2026-01-01" } },
  landlords: { key: "id", change: { name: "Trocado" } },
  letters: { key: "contract_id", change: { issued_at: "2026-01-01T00:00:00Z" } },
  login_attempts: { key: "id", change: { succeeded_at: "2026-01-01T00:00:00Z" } },
  offers: { key: "id", change: { status: "expired" } },
  outgoing_mail: { key: "id", change: { attempts: 7 } },
  partners: { key: "id", change: { company_name: "Trocada" } },
  partnership_notes: { key: "id", change: { note: "Trocada" } },
  partnership_requests: { key: "id", change: { message: "Trocada" } },
  allocations: { key: "id", change: { amount: 1 } },
  charges: { key: "id", change: { amount: 1 } },
  movements: { key: "id", change: { amount: 1 } },
  rate_limits: { key: "action", change: { hits: 0 } },
  refund_accounts: { key: "contract_id", change: { asked_at: "2026-01-01T00:00:00Z" } },
  staff_rights: { key: "user_id", change: { granted_at: "2026-01-01T00:00:00Z" } },
  simulations: { key: "id", change: { comments: "Trocado" } },
  staff: { key: "user_id", change: { full_name: "Nome Trocado" } },
};
const tables = Object.keys(sights);
const hash = "a".repeat(64);
const partnershipId = crypto.randomUUID();
const partnershipNote = () => ({
  id: crypto.randomUUID(),
  request_id: partnershipId,
  note: "Ligar à tarde",
});

let stack: TestStack;
let requestId: string;
let claimId: string;
let chargeId: string;
let movementId: string;
const endingId = crypto.randomUUID();
const allocationRow = () => ({ movement_id: movementId, charge_id: chargeId, amount: 100 });
const refusals = countRefusals("REST");

beforeAll(async () => {
  stack = await testStack();
  const { sql } = stack;
  const [request] = await sql`
    insert into public.simulations ${sql(simulationRow())} returning id`;
  requestId = String(request?.["id"]);
  await sql`insert into public.offers ${sql(offerRow(requestId))}`;
  const contractId = String(stack.personas.tenant.contractId);
  const leaseId = String(stack.personas.tenant.leaseId);
  await sql`insert into public.acceptances ${sql(acceptanceRow(contractId))}`;
  await sql`insert into public.landlords (name) values ('José Pereira')`;
  await sql`
    insert into public.lease_addresses (lease_id, address, given_by)
    select id, 'locador@exemplo.com.br', 'tenant' from public.leases`;
  const [charge] = await sql`
    insert into public.charges ${sql(chargeRow(contractId))} returning id`;
  const [movement] = await sql`
    insert into public.movements ${sql(movementRow(contractId))} returning id`;
  chargeId = String(charge?.["id"]);
  movementId = String(movement?.["id"]);
  await sql`insert into public.allocations ${sql(allocationRow())}`;
  await plantDocument(sql, requestId);
  await sql`insert into public.partnership_requests ${sql(partnershipRow({ id: partnershipId }))}`;
  await sql`insert into public.partnership_notes ${sql(partnershipNote())}`;
  await sql`insert into public.partners ${sql(partnerRow())}`;
  await sql`
    insert into public.case_notes (id, simulation_id, note)
    values (gen_random_uuid(), ${requestId}, 'Ligar à tarde')`;
  await sql`
    insert into public.case_holders (simulation_id, holder) values (${requestId}, ${stack.personas.staff.userId})`;
  await sql`
    insert into public.contract_endings (id, contract_id, kind, asked_by)
    values (${endingId}, ${contractId}, 'other', 'tenant')`;
  await sql`insert into public.handover_statements ${sql(handoverRow(endingId))}`;
  await sql`insert into public.inspection_files ${sql(inspectionRow(leaseId))}`;
  await sql`insert into public.refund_accounts ${sql(refundAccountRow(contractId))}`;
  const [claim] = await sql`
    insert into public.claims ${sql(claimRow({ contractId, leaseId }))} returning id`;
  claimId = String(claim?.["id"]);
  await sql`insert into public.claim_items ${sql(claimItemRow(claimId))}`;
  await sql`insert into public.claim_reviews ${sql(reviewRow(claimId))}`;
  await sql`insert into public.claim_files ${sql(claimFileRow(claimId))}`;
  await sql`insert into public.case_events ${sql(caseEventRow(claimId))}`;
  await sql`insert into public.contact_messages ${sql(contactMessageRow())}`;
  await sql`
    insert into public.document_jobs (contract_id)
    values (${stack.personas.tenant.contractId})`;
  await sql`
    insert into public.audit_trail (action, outcome) values ('decide-simulation', 'denied')`;
  await sql`
    insert into public.login_attempts (kind, subject_hash, address_hash) values ('contract', ${hash}, ${hash})`;
  await sql`
    insert into public.rate_limits (action, subject, window_started_at)
    values ('mail-by-mailbox', ${hash}, now())`;
}, 60_000);

afterAll(async () => {
  refusals.print();
  await stack.close();
});

test("every table of the exposed schema is in the matrix", async () => {
  const rows = await stack.sql`
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
    order by relname`;
  expect(rows.map((row) => row["relname"])).toEqual(tables);
});

describe.each(tables)("%s", (table) => {
  const { key = "", change = {} } = columns[table] ?? {};

  test("shows each persona exactly its own rows", async () => {
    const total = await countRows(table);
    expect(total).toBeGreaterThan(0);
    await Promise.all(
      personaNames.map(async (persona) => {
        const sight = sights[table]?.[persona] ?? "refused";
        const { status, json } = await call(persona, table, `select=${key}`, "GET");
        const expected = { all: total, none: 0, own: 1, refused: undefined }[sight];
        const rows = Array.isArray(json) ? json.length : undefined;
        expect({ persona, sight, rows }).toEqual({ persona, sight, rows: expected });
        if (sight === "refused") expect([401, 403], persona).toContain(status);
        else expect(status, persona).toBe(200);
        if (sight === "refused" || sight === "none") refusals.add(persona);
        if (sight === "own") expect(json).toEqual([{ [key]: await ownKey(table, persona) }]);
      }),
    );
  });

  test("cannot be changed by any persona", async () => {
    const before = await fingerprint(table);
    const all = `${key}=not.is.null`;
    const tryEach = async (persona: PersonaName) => {
      const answers = [
        await call(persona, table, "", "POST", newRow(table, persona)),
        await call(persona, table, all, "PATCH", change),
        await call(persona, table, all, "DELETE"),
        await call(persona, table, "", "PUT", newRow(table, persona)),
      ];
      for (const { status } of answers) expect(status, persona).toBeGreaterThanOrEqual(400);
      refusals.add(persona, answers.length);
    };
    // The service role is left out, because it may write some of the tables.
    await Promise.all(personaNames.filter((persona) => persona !== "service").map(tryEach));
    expect(await fingerprint(table)).toBe(before);
  });
});

test("columns without a grant stay hidden from readers of the row", async () => {
  const { staff, tenant } = stack.personas;
  const hidden = [
    { persona: staff, path: "/rest/v1/simulations?select=id" },
    { persona: staff, path: "/rest/v1/partnership_requests?select=id" },
    { persona: staff, path: "/rest/v1/contact_messages?select=id" },
    { persona: tenant, path: "/rest/v1/contracts?select=closed_by" },
    { persona: tenant, path: "/rest/v1/contracts?select=search_text" },
    { persona: tenant, path: "/rest/v1/contracts?select=end_told_on" },
    { persona: tenant, path: "/rest/v1/lease_addresses?select=id" },
  ];
  for (const { persona, path } of hidden) {
    expect((await callApi(stack, persona, path)).status).toBe(403);
    refusals.add(persona.name);
  }
});

test("other schemas are unreachable, so no password hash can be read", async () => {
  for (const persona of Object.values(stack.personas)) {
    for (const schema of ["auth", "private", "storage", "extensions", "supabase_migrations"]) {
      for (const table of ["users", "limits", "objects", "schema_migrations"]) {
        const { status, json } = await callApi(stack, persona, `/rest/v1/${table}?select=*`, {
          headers: { "accept-profile": schema },
        });
        expect(status).toBeGreaterThanOrEqual(400);
        expect(JSON.stringify(json)).not.toMatch(/\$2[aby]\$/);
        refusals.add(persona.name);
      }
    }
  }
});

test.each(["audit_trail", "movements", "allocations", "charges"])(
  "%s keeps its rows even from the service role",
  async (table) => {
    const before = await fingerprint(table);
    const { key = "", change } = columns[table] ?? {};
    for (const [method, body] of [["PATCH", change] as const, ["DELETE", undefined] as const]) {
      expect((await call("service", table, `${key}=not.is.null`, method, body)).status).toBe(403);
    }
    await expect(
      stack.sql.unsafe(`truncate public.${table === "charges" ? "allocations" : table} cascade`),
    ).rejects.toThrow(/append-only|only inserted/);
    expect(await fingerprint(table)).toBe(before);
  },
);

test("the service role writes the tables that functions write", async () => {
  const { service } = stack.personas;
  const made = await callApi(stack, service, "/rest/v1/simulations?select=id", {
    method: "POST",
    body: simulationRow(),
    headers: { prefer: "return=representation" },
  });
  expect(made.status).toBe(201);
  const gone = await callApi(stack, service, "/rest/v1/partnership_requests?id=not.is.null", {
    method: "DELETE",
  });
  expect(gone.status).toBe(204);
  expect(await countRows("partnership_requests")).toBe(0);
});

function everybody(sight: Sight, except: Partial<Record<PersonaName, Sight>>) {
  const same: Record<PersonaName, Sight> = {
    visitor: sight,
    tenant: sight,
    "other tenant": sight,
    "pending staff": sight,
    "disabled staff": sight,
    staff: sight,
    "other staff": sight,
    service: sight,
  };
  return { ...same, ...except };
}

function call(name: PersonaName, table: string, query: string, method: string, body?: unknown) {
  return callApi(stack, stack.personas[name], `/rest/v1/${table}?${query}`, { method, body });
}

async function countRows(table: string) {
  const [row] = await stack.sql`select count(*)::integer as rows from public.${stack.sql(table)}`;
  return Number(row?.["rows"]);
}

/** Returns a hash of all rows of a table. A change of any value changes the hash. */
async function fingerprint(table: string) {
  const [row] = await stack.sql`
    select md5(string_agg(row::text, '|' order by row::text)) as sum
    from public.${stack.sql(table)} as row`;
  return String(row?.["sum"]);
}

async function ownKey(table: string, persona: PersonaName) {
  const { userId, contractId, leaseId } = stack.personas[persona];
  if (table === "staff") return userId;
  if (table === "lease_addresses") return leaseId;
  if (["contracts", "letters"].includes(table)) return contractId;
  const [row] = await stack.sql`
    select id from public.contract_documents where contract_id = ${contractId}`;
  return row?.["id"];
}

function newRow(table: string, persona: PersonaName): Record<string, unknown> {
  const { userId, contractId, leaseId } = stack.personas[persona];
  return plantedRow(table, {
    userId: userId ?? crypto.randomUUID(),
    contractId: contractId ?? crypto.randomUUID(),
    leaseId: leaseId ?? crypto.randomUUID(),
    requestId,
    partnershipId,
    endingId,
    claimId,
    chargeId,
    movementId,
  });
}
