import type { Sql } from "postgres";
import { createUser } from "./create-user.ts";
import { claimRow, contractRow, inspectionRow, offerRow, simulationRow } from "./sample-rows.ts";

/** An account of this age; gives its id. */
export async function agedAccount(sql: Sql, email: string, age: string, isConfirmed: boolean) {
  const id = await createUser(sql, email);
  await sql`
    update auth.users set created_at = now() - ${age}::interval,
      email_confirmed_at = ${isConfirmed ? new Date() : null}
    where id = ${id}`;
  return id;
}

/** A line of the audit trail of this age. */
export function agedAudit(sql: Sql, outcome: string, age: string) {
  return sql`
    insert into public.audit_trail (action, outcome, occurred_at)
    values ('decide-simulation', ${outcome}, now() - ${age}::interval)`;
}

/** A mail that was queued, and sent, so long ago. */
export function agedMail(sql: Sql, status: string, age: string) {
  return sql`
    insert into public.outgoing_mail
      (template, recipient, idempotency_key, status, created_at, sent_at)
    values ('staff-released', 'a@b.co', ${crypto.randomUUID()}, ${status},
      now() - ${age}::interval,
      case when ${status} = 'sent' then now() - ${age}::interval end)`;
}

/** A request that came in, and was decided, so long ago; gives its id. */
export async function agedSimulation(sql: Sql, status: string, age: string) {
  const isDecided = status !== "pending";
  const row = simulationRow({
    status,
    comments: "Tenho um cachorro.",
    ...(isDecided ? { reviewed_at: new Date() } : {}),
    ...(status === "rejected" ? { rejection_reason: "Renda insuficiente" } : {}),
  });
  const [made] = await sql`insert into public.simulations ${sql(row)} returning id`;
  await sql`
    update public.simulations set created_at = now() - ${age}::interval,
      reviewed_at = case when ${isDecided} then now() - ${age}::interval end
    where id = ${String(made?.["id"])}`;
  return String(made?.["id"]);
}

/** An address of a landlord: confirmed, of a contract that ended so long ago, or given that long ago. */
export async function agedAddress(sql: Sql, age: string, isConfirmed: boolean) {
  const owner = await createUser(sql, `${crypto.randomUUID()}@contratos.payser.invalid`);
  const [contract] = await sql`
    insert into public.contracts ${sql(contractRow(owner))} returning id`;
  const id = String(contract?.["id"]);
  if (isConfirmed) {
    await sql`
      update public.contracts set start_date = now() - ${age}::interval - interval '1 year',
        end_date = now() - ${age}::interval
      where id = ${id}`;
  }
  await sql`
    insert into public.landlord_contacts (contract_id, address, given_by, created_at, confirmed_at)
    values (${id}, ${`${crypto.randomUUID()}@exemplo.com.br`}, 'tenant',
      now() - ${age}::interval - case when ${isConfirmed} then interval '1 year' else '0' end,
      case when ${isConfirmed} then now() end)`;
}

/** A contract of a request whose term ended so long ago; `status` is of its offer. */
export async function agedContract(sql: Sql, simulationId: string, age: string, status: string) {
  const closed = { status, closed_at: new Date() };
  const [offer] = await sql`
    insert into public.offers ${sql(offerRow(simulationId, closed))} returning id`;
  const owner = await createUser(sql, `${crypto.randomUUID()}@contratos.payser.invalid`);
  const row = contractRow(owner, { offer_id: String(offer?.["id"]) });
  await sql`insert into public.contracts ${sql(row)}`;
  await sql`
    update public.contracts set start_date = now() - ${age}::interval - interval '1 year',
      end_date = now() - ${age}::interval
    where user_id = ${owner}`;
}

/** A photo that came with the end of a contract, which was so long ago. */
export async function agedInspection(sql: Sql, age: string) {
  const owner = await createUser(sql, `${crypto.randomUUID()}@contratos.payser.invalid`);
  const [contract] = await sql`
    insert into public.contracts ${sql(contractRow(owner))} returning id`;
  const id = String(contract?.["id"]);
  await sql`
    update public.contracts set start_date = now() - ${age}::interval - interval '1 year',
      end_date = now() - ${age}::interval
    where id = ${id}`;
  await sql`insert into public.inspection_files ${sql(inspectionRow(id))}`;
  await sql`
    update public.inspection_files set received_at = now() - ${age}::interval where contract_id = ${id}`;
}

/** A claim that was withdrawn so long ago, with the account that it would have been paid to. */
export async function agedClaim(sql: Sql, age: string) {
  const owner = await createUser(sql, `${crypto.randomUUID()}@contratos.payser.invalid`);
  const [contract] = await sql`
    insert into public.contracts ${sql(contractRow(owner))} returning id`;
  const account = {
    kind: "pix",
    key: "a@b.co",
    holder: "José Pereira",
    document: "52998224725",
  };
  await sql`
    insert into public.claims
    ${sql(claimRow(String(contract?.["id"]), { account: sql.json(account) }))}`;
  await sql`update public.claims set withdrawn_at = now() - ${age}::interval`;
}
