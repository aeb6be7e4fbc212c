import * as z from "zod/mini";
import { textAreaField } from "../fields/text.ts";

/** Form of staff who check an address that the tenant gave. */
export const addressCheckFormSchema = z.object({
  note: textAreaField({ min: 3, max: 500, message: "Escreva como você conferiu" }),
});

/** Row of list_addresses_to_check, with what staff can compare. */
export const addressToCheckSchema = z.object({
  id: z.string(),
  address: z.string(),
  confirmedAt: z.string(),
  contractId: z.string(),
  contractNumber: z.string(),
  tenant: z.string(),
  tenantEmail: z.nullable(z.string()),
  tenantPhone: z.nullable(z.string()),
  landlord: z.string(),
  landlordPhone: z.nullable(z.string()),
  document: z.nullable(z.string()),
  property: z.string(),
  otherAddresses: z.array(z.string()),
  /** Number of other leases or landlords that have the same address. */
  sameAddressElsewhere: z.number(),
});
export type AddressToCheck = z.output<typeof addressToCheckSchema>;
