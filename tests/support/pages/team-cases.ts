import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { addDays } from "../../../web/formats/dates.ts";
import type { FullStack } from "../stacks/full-stack.ts";
import { openClaimOn } from "./claim-steps.ts";
import { addContract } from "./staff-contracts.ts";
import { addSimulation } from "./staff-data.ts";

const yesterday = addDays(todayInBrasilia(), -1);

/** Adds a contract with a landlord whose confirmed address acts. Returns the contract's id. */
async function addLease(stack: FullStack, tenant: string, landlord: string): Promise<string> {
  const slug = landlord.toLowerCase().replaceAll(" ", ".");
  const id = await addContract(stack, {
    tenant_name: tenant,
    tenant_email: `${tenant.toLowerCase().replaceAll(" ", ".")}@exemplo.com.br`,
    landlord_name: landlord,
    cover_limit: 12_000,
  });
  await stack.sql`
    insert into public.lease_addresses (lease_id, address, given_by, confirmed_at)
    select lease_id, ${`${slug}@exemplo.com.br`}, 'staff', now() from public.contracts where id = ${id}`;
  return id;
}

/** Adds a claim that staff may decide: the days of both sides are over, and the account is ten days old. */
async function addHeardClaim(stack: FullStack, landlord: string, asked: number) {
  const contractId = await addLease(stack, `Inquilino de ${landlord}`, landlord);
  const address = `${landlord.toLowerCase().replaceAll(" ", ".")}@exemplo.com.br`;
  const items = [{ kind: "repair", description: "Piso da sala quebrado", asked }];
  const claim = await openClaimOn(stack, contractId, { address, daysAgo: 20, items });
  const document = landlord === "Vera Grande" ? "52998224725" : "11144477735";
  const account = { kind: "pix", key: address, holder: landlord, document };
  await stack.sql`
    update public.claims set complete_at = now(), tenant_until = private.today_in_brasilia() - 1,
      tenant_turns = 1, account = ${stack.sql.json(account)}, account_since = now() - interval '10 days'
    where id = ${claim.id}`;
  return { ...claim, contractId, landlord };
}

/**
 * Prepares the cases of a day: a request, an address and an ending that wait for a check, and two claims. One claim is
 * above the amount for a second person.
 */
export async function prepareTeamDay(stack: FullStack) {
  const { sql } = stack;
  await sql`delete from public.login_attempts`;
  await sql`delete from public.rate_limits`;
  await sql`update private.staff_settings set undo_seconds = 0, second_person_above = 5000`;
  const requestId = await addSimulation(stack, {
    full_name: "Rita Da Manhã",
    email: "rita.manha@exemplo.com.br",
    rental_value: 1800.5,
  });
  const unchecked = await addContract(stack, {
    tenant_name: "Tiago Que Informou",
    tenant_email: "tiago@exemplo.com.br",
    landlord_name: "Rosana Conferida",
  });
  await sql`
    insert into public.lease_addresses (lease_id, address, given_by, confirmed_at)
    select lease_id, 'rosana@exemplo.com.br', 'tenant', now() from public.contracts where id = ${unchecked}`;
  const ending = await addLease(stack, "Ester Das Chaves", "Laura Das Chaves");
  const endingId = crypto.randomUUID();
  await sql`
    select private.ask_ending_of(
      contract, 'tenant', null, ${endingId}::uuid, 'moved-out', 'Mudei de cidade', ${yesterday}::date, false
    ) from public.contracts as contract where id = ${ending}`;
  await sql`
    select private.state_handover_of(
      contract, 'landlord', 'laura.das.chaves@exemplo.com.br', ${endingId}::uuid, ${yesterday}::date, null
    ) from public.contracts as contract where id = ${ending}`;
  return {
    requestId,
    uncheckedId: unchecked,
    endingId: ending,
    keysOn: yesterday,
    large: await addHeardClaim(stack, "Vera Grande", 6000),
    small: await addHeardClaim(stack, "Paulo Pequeno", 4000),
  };
}

/** Queues the morning mail for a member who subscribed, as the schedule does at nine on a Monday. */
export async function sendDigest({ sql }: FullStack, email: string): Promise<void> {
  await sql`update public.staff set wants_digest = true where email = ${email}`;
  await sql`select private.queue_digests(date_trunc('week', now()) + interval '7 days 12 hours')`;
}
