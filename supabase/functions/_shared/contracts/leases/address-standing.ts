import * as z from "zod/mini";
import { leaseAddressesGivenBy } from "../stored-values.ts";

/** Standing of an address: `reads` sees letter, dates and whether a claim exists; `acts` speaks for the landlord. */
export const standings = ["reads", "acts"] as const;

/** Address of a lease's landlord, as staff see it (private.lease_landlord). */
export const landlordAddressSchema = z.object({
  id: z.string(),
  address: z.string(),
  given_by: z.enum(leaseAddressesGivenBy),
  /** Whether the address belongs to the landlord and sees all of the landlord's leases. */
  is_own: z.boolean(),
  confirmed_at: z.nullable(z.string()),
  refused_at: z.nullable(z.string()),
  standing: z.enum(standings),
  /** How staff checked an address that the tenant gave. */
  check_note: z.nullable(z.string()),
});
export type LandlordAddress = z.output<typeof landlordAddressSchema>;
