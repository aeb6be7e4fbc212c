import { createHash } from "node:crypto";
import type { Sql } from "postgres";
import {
  contactMessageRow,
  contractRow,
  partnershipRow,
  simulationRow,
} from "../../supabase/tests/support/sample-rows.ts";
import { createUser } from "../../supabase/tests/support/create-user.ts";

/** Somebody whom no persona of the attack is, with a row in every table. */
export interface Victim {
  userId: string;
  contractId: string;
  simulationId: string;
  mailId: string;
  /** By table or other place, a text that stands in the victim's row there and nowhere else. */
  marks: ReadonlyMap<string, string>;
}

const markOf = (place: string) => `sigilo-${place.replaceAll("_", "-")}`;
const hashMark = (place: string) => createHash("sha256").update(markOf(place)).digest("hex");

/** Writes the victim's rows as the owner of the database. */
export async function plantVictim(sql: Sql): Promise<Victim> {
  const userId = await createUser(sql, `${markOf("users")}@contratos.payser.invalid`);
  const staffId = await createUser(sql, `${markOf("staff")}@payser.example`);
  await sql`update public.staff set full_name = 'Sigilo' where user_id = ${staffId}`;
  const [contract] = await sql`
    insert into public.contracts ${sql(contractRow(userId, { landlord_name: markOf("contracts"), tenant_email: `${markOf("contracts")}@exemplo.com.br` }))}
    returning id`;
  const contractId = String(contract?.["id"]);
  await sql`
    insert into public.contract_documents (contract_id, document_name, file_path)
    values (${contractId}, ${markOf("contract_documents")}, ${`${contractId}/carta.pdf`})`;
  const [simulation] = await sql`
    insert into public.simulations ${sql(simulationRow({ occupation: markOf("simulations"), email: `${markOf("simulations")}@exemplo.com.br` }))}
    returning id`;
  await sql`
    insert into public.partnership_requests
    ${sql(partnershipRow({ company_name: markOf("partnership_requests") }))}`;
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
    values ('recovery-by-email', ${hashMark("rate_limits")}, now())`;
  const [mail] = await sql`
    insert into public.outgoing_mail (template, recipient, payload, idempotency_key, next_attempt_at)
    values ('staff-released', ${`${markOf("outgoing_mail")}@exemplo.com.br`}, ${sql.json({})},
      ${markOf("outgoing_mail")}, 'infinity')
    returning id`;

  const places = ["audit_trail", "contact_messages", "contract_documents", "contracts"];
  const requests = ["partnership_requests", "simulations"];
  const marked = [...places, "outgoing_mail", ...requests, "staff", "users", "files"];
  const hashed = ["login_attempts", "rate_limits"];
  return {
    userId,
    contractId,
    simulationId: String(simulation?.["id"]),
    mailId: String(mail?.["id"]),
    marks: new Map([
      ...marked.map((place) => [place, markOf(place)] as const),
      ...hashed.map((place) => [place, hashMark(place)] as const),
    ]),
  };
}
