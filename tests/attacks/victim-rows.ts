import { createHash } from "node:crypto";
import type { Sql } from "postgres";
import {
  acceptanceRow,
  askedFileRow,
  caseEventRow,
  chargeRow,
  claimFileRow,
  claimItemRow,
  claimRow,
  contactMessageRow,
  contractRow,
  handoverRow,
  inspectionRow,
  movementRow,
  offerRow,
  partnerRow,
  partnershipRow,
  refundAccountRow,
  reviewRow,
  simulationRow,
} from "../../supabase/tests/support/sample-rows.ts";
import { insertContract } from "../../supabase/tests/support/insert-contract.ts";
import { createUser } from "../../supabase/tests/support/create-user.ts";

/** A person who has a row in every table and is none of the personas. */
export interface Victim {
  userId: string;
  contractId: string;
  leaseId: string;
  simulationId: string;
  mailId: string;
  /** Id of the document that staff filed with the contract. */
  documentId: string;
  /**
   * Texts that exist only in the victim's rows, by table or other place. An answer that contains such a text leaks the
   * victim's row.
   */
  marks: ReadonlyMap<string, string>;
}

const eventMark = "2087-03-29T12:00:00Z";
const markOf = (place: string) => `sigilo-${place.replaceAll("_", "-")}`;
const hashMark = (place: string) => createHash("sha256").update(markOf(place)).digest("hex");

/** Writes the rows of the victim as the owner of the database. */
export async function plantVictim(sql: Sql): Promise<Victim> {
  const userId = await createUser(sql, `${markOf("users")}@contratos.payser.invalid`);
  const staffId = await createUser(sql, `${markOf("staff")}@payser.example`);
  // case_holders has no text column for a mark, so its mark is the id of an account that is in no other row.
  const holderId = await createUser(sql, `${markOf("case_holders")}@contratos.payser.invalid`);
  await sql`update public.staff set full_name = 'Sigilo' where user_id = ${staffId}`;
  // staff_rights has no text column for a mark either, so its mark is the id of the account that gave the right.
  const giverId = await createUser(sql, `${markOf("staff_rights")}@contratos.payser.invalid`);
  await sql`
    insert into public.staff_rights (user_id, name, granted_by) values (${staffId}, 'read', ${giverId})`;
  const row = contractRow(userId, {
    landlord_name: markOf("contracts"),
    tenant_email: `${markOf("contracts")}@exemplo.com.br`,
  });
  // leases has no text column for a mark, so its mark is the id of the lease.
  const { id: contractId, leaseId } = await insertContract(sql, row);
  const [document] = await sql`
    insert into public.contract_documents (contract_id, document_name, file_path)
    values (${contractId}, ${markOf("contract_documents")}, ${`${contractId}/carta.pdf`})
    returning id`;
  await sql`
    insert into public.letters (contract_id, code, file_sha256)
    values (${contractId}, '0S1G110CART4', ${hashMark("letters")})`;
  await sql`
    insert into public.document_jobs (contract_id, last_error, next_attempt_at)
    values (${contractId}, ${markOf("document_jobs")}, 'infinity')`;
  const [landlord] = await sql`
    insert into public.landlords (name, notes) values ('Sigilo', ${markOf("landlords")})
    returning id`;
  await sql`
    insert into public.lease_addresses (landlord_id, address, given_by)
    values (${String(landlord?.["id"])}, ${`${markOf("lease_addresses")}@exemplo.com.br`}, 'staff')`;
  const [simulation] = await sql`
    insert into public.simulations ${sql(simulationRow({ occupation: markOf("simulations"), email: `${markOf("simulations")}@exemplo.com.br` }))}
    returning id`;
  const simulationId = String(simulation?.["id"]);
  await sql`
    insert into public.offers ${sql(offerRow(simulationId, { payment_method: markOf("offers") }))}`;
  await sql`
    insert into public.acceptances
    ${sql(acceptanceRow(contractId, { user_agent: markOf("acceptances") }))}`;
  await sql`
    insert into public.charges
    ${sql(chargeRow(contractId, { cancelled_at: "2026-11-01", cancel_reason: markOf("charges") }))}`;
  const [charge] = await sql`
    insert into public.charges
    ${sql(chargeRow(contractId, { kind: "recovery", cause: "agreement" }))} returning id`;
  const [movement] = await sql`
    insert into public.movements
    ${sql(movementRow(contractId, { note: markOf("movements") }))} returning id`;
  // allocations has no text column for a mark, so its mark is the id of a person that is in no other row.
  const bookerId = crypto.randomUUID();
  await sql`
    insert into public.allocations (movement_id, charge_id, amount, booked_by)
    values (${String(movement?.["id"])}, ${String(charge?.["id"])}, 100, ${bookerId})`;
  const endingId = crypto.randomUUID();
  await sql`
    insert into public.contract_endings (id, contract_id, kind, asked_by, reason)
    values (${endingId}, ${contractId}, 'other', 'tenant', ${markOf("contract_endings")})`;
  await sql`
    insert into public.handover_statements
    ${sql(handoverRow(endingId, { note: markOf("handover_statements") }))}`;
  await sql`
    insert into public.refund_accounts
    ${sql(refundAccountRow(contractId, { mailed_to: `${markOf("refund_accounts")}@exemplo.com.br` }))}`;
  await sql`
    insert into public.inspection_files
    ${sql(inspectionRow(leaseId, { note: markOf("inspection_files") }))}`;
  const [claim] = await sql`
    insert into public.claims
    ${sql(claimRow({ contractId, leaseId }, { landlord_address: `${markOf("claims")}@exemplo.com.br` }))}
    returning id`;
  const claimId = String(claim?.["id"]);
  const item = claimItemRow(claimId, { description: markOf("claim_items") });
  await sql`insert into public.claim_items ${sql(item)}`;
  await sql`
    insert into public.claim_reviews
    ${sql(reviewRow(claimId, { text: markOf("claim_reviews") }))}`;
  await sql`
    insert into public.claim_files
    ${sql(claimFileRow(claimId, { file_path: markOf("claim_files") }))}`;
  // case_events has no text column for a mark, so its mark is a day that is in no other row.
  await sql`
    insert into public.case_events
    ${sql(caseEventRow(claimId, { at: eventMark, until: eventMark.slice(0, 10) }))}`;
  const [asked] = await sql`
    insert into public.asked_documents (simulation_id, kind, note)
    values (${simulationId}, 'other', ${markOf("asked_documents")}) returning id`;
  await sql`
    insert into public.asked_files
    ${sql(askedFileRow(String(asked?.["id"]), { file_path: markOf("asked_files") }))}`;
  const [partnership] = await sql`
    insert into public.partnership_requests
    ${sql(partnershipRow({ company_name: markOf("partnership_requests") }))} returning id`;
  await sql`
    insert into public.partnership_notes (id, request_id, note)
    values (gen_random_uuid(), ${String(partnership?.["id"])}, ${markOf("partnership_notes")})`;
  await sql`
    insert into public.case_notes (id, simulation_id, note)
    values (gen_random_uuid(), ${simulationId}, ${markOf("case_notes")})`;
  await sql`
    insert into public.case_holders (simulation_id, holder) values (${simulationId}, ${holderId})`;
  await sql`insert into public.partners ${sql(partnerRow({ company_name: markOf("partners") }))}`;
  await sql`
    insert into public.contact_messages
    ${sql(contactMessageRow({ subject: markOf("contact_messages") }))}`;
  await sql`
    insert into public.audit_trail (action, outcome, details)
    values ('decide-simulation', 'done', ${sql.json({ note: markOf("audit_trail") })})`;
  await sql`
    insert into public.login_attempts (kind, subject_hash, address_hash)
    values ('contract', ${hashMark("login_attempts")}, ${hashMark("login_attempts")})`;
  await sql`
    insert into public.rate_limits (action, subject, window_started_at)
    values ('mail-by-mailbox', ${hashMark("rate_limits")}, now())`;
  const [mail] = await sql`
    insert into public.outgoing_mail (template, recipient, payload, idempotency_key, next_attempt_at)
    values ('staff-released', ${`${markOf("outgoing_mail")}@exemplo.com.br`}, ${sql.json({})},
      ${markOf("outgoing_mail")}, 'infinity')
    returning id`;

  const offered = ["acceptances", "asked_documents", "asked_files", "document_jobs", "offers"];
  const places = [
    "audit_trail",
    "charges",
    "contact_messages",
    "contract_documents",
    "contract_endings",
    "contracts",
    "claim_files",
    "claim_items",
    "claim_reviews",
    "claims",
    "handover_statements",
    "inspection_files",
    "landlords",
    "lease_addresses",
    "movements",
    "refund_accounts",
  ];
  const requests = [
    "case_notes",
    "partners",
    "partnership_notes",
    "partnership_requests",
    "simulations",
  ];
  const marked = [...offered, ...places, "outgoing_mail", ...requests, "staff", "users", "files"];
  const hashed = ["letters", "login_attempts", "rate_limits"];
  return {
    userId,
    contractId,
    leaseId,
    simulationId,
    mailId: String(mail?.["id"]),
    documentId: String(document?.["id"]),
    marks: new Map([
      ["allocations", bookerId] as const,
      ["case_events", eventMark.slice(0, 10)] as const,
      ["case_holders", holderId] as const,
      ["leases", leaseId] as const,
      ["staff_rights", giverId] as const,
      ...marked.map((place) => [place, markOf(place)] as const),
      ...hashed.map((place) => [place, hashMark(place)] as const),
    ]),
  };
}
