import type { ISql } from "postgres";

/** Adds a confirmed e-mail address of the landlord to a lease. */
export async function addLandlordAddress(
  sql: ISql,
  leaseId: string,
  address: string,
  givenBy: "staff" | "tenant" = "staff",
): Promise<void> {
  await sql`
    insert into public.lease_addresses (lease_id, address, given_by, confirmed_at)
    values (${leaseId}, ${address}, ${givenBy}, now())`;
}

/** Gives an address a link unless it has one, and returns the secret of the link. */
export async function landlordSecret(sql: ISql, address: string): Promise<string> {
  await sql`select private.renew_landlord_link(${address}, false)`;
  const [row] = await sql`select private.current_landlord_secret(${address}) as secret`;
  return String(row?.["secret"]);
}
