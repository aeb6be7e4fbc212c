import {
  addLandlordAddress,
  landlordSecret,
} from "../../../supabase/tests/support/add-landlord-address.ts";
import { createUser } from "../../../supabase/tests/support/create-user.ts";
import { insertContract } from "../../../supabase/tests/support/insert-contract.ts";
import { contractRow, day } from "../../../supabase/tests/support/sample-rows.ts";
import type { FullStack } from "../stacks/full-stack.ts";

/** Returns the URL of an address's page, after it got a link. */
export async function landlordLink({ sql, siteUrl }: FullStack, address: string): Promise<string> {
  return `${siteUrl}/locador#${await landlordSecret(sql, address)}`;
}

interface MadeLease {
  id: string;
  leaseId: string;
  number: string;
}

/**
 * Makes leases that are in force, at Rua das Acácias 1, 2 and so on, and that a confirmed address sees. The tenant gave
 * the address when `givenBy` is tenant.
 */
export async function makeLeases(
  { sql }: FullStack,
  { address, count, givenBy }: { address: string; count: number; givenBy?: "staff" | "tenant" },
): Promise<MadeLease[]> {
  const made: MadeLease[] = [];
  for (let number = 1; number <= count; number += 1) {
    const userId = await createUser(sql, `locatario-${crypto.randomUUID()}@exemplo.com.br`);
    const lease = await insertContract(
      sql,
      contractRow(userId, {
        tenant_name: number === 2 ? "Bruno Costa Lima" : "Ana Beatriz Ribeiro",
        tenant_email: `inquilino-${userId}@exemplo.com.br`,
        property_address: `Rua das Acácias, ${number}, Zona 7`,
        property_city: "Maringá",
        property_state: "PR",
        cover_limit: 15_540,
        start_date: day(-300 - number),
        end_date: day(60 + number),
      }),
    );
    await addLandlordAddress(sql, lease.leaseId, address, givenBy);
    made.push(lease);
  }
  return made;
}
