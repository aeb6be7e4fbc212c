import { insertContract } from "../../../supabase/tests/support/insert-contract.ts";
import { contractRow } from "../../../supabase/tests/support/sample-rows.ts";
import type { FullStack } from "../stacks/full-stack.ts";

/** Returns a day as YYYY-MM-DD, `count` days after today in Brasília. */
export function dayFromToday(count: number): string {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format();
  return new Date(Date.parse(today) + count * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the URL of an address's page, after it got a link. */
export async function landlordLink({ sql, siteUrl }: FullStack, address: string): Promise<string> {
  await sql`select private.renew_landlord_link(${address}, false)`;
  const [row] = await sql`select private.current_landlord_secret(${address}) as secret`;
  return `${siteUrl}/locador#${String(row?.["secret"])}`;
}

interface MadeLease {
  id: string;
  leaseId: string;
  number: string;
}

/**
 * Makes leases that are in force, at Rua das Acácias 1, 2 and so on, and that a confirmed address sees. The tenant gave
 * the address when `given_by` is tenant.
 */
export async function makeLeases(
  { sql }: FullStack,
  { address, count, given_by = "staff" }: { address: string; count: number; given_by?: string },
): Promise<MadeLease[]> {
  const made: MadeLease[] = [];
  for (let number = 1; number <= count; number += 1) {
    const userId = crypto.randomUUID();
    await sql`insert into auth.users ${sql({ id: userId, email: `locatario-${userId}@exemplo.com.br` })}`;
    const lease = await insertContract(sql, {
      ...contractRow(userId, {
        tenant_name: number === 2 ? "Bruno Costa Lima" : "Ana Beatriz Ribeiro",
        tenant_email: `inquilino-${userId}@exemplo.com.br`,
        property_address: `Rua das Acácias, ${number}, Zona 7`,
        property_city: "Maringá",
        property_state: "PR",
        cover_limit: 15_540,
        start_date: dayFromToday(-300 - number),
        end_date: dayFromToday(60 + number),
      }),
      user_id: userId,
    });
    await sql`
      insert into public.lease_addresses (lease_id, address, given_by, confirmed_at)
      values (${lease.leaseId}, ${address}, ${given_by}, now())`;
    made.push(lease);
  }
  return made;
}
