import type * as z from "zod/mini";
import {
  landlordLeaseReplySchema,
  type landlordLeaseRequestSchema,
} from "#contracts/landlords/lease-requests.ts";
import type { Backend } from "../../../backend/backend-context.tsx";
import { callFunction } from "../../../backend/call-function.ts";
import type { LandlordAreaTexts } from "./lease-state.tsx";

/** Properties of a part of a lease's page in which the landlord acts. */
export interface LeaseActProps<Lease> {
  lease: Lease;
  /** Secret of the landlord's link. */
  secret: string;
  texts: LandlordAreaTexts["lease"];
  /** Reads the lease again. Resolves when it is loaded. */
  reload: () => Promise<unknown>;
}

/** Changes a lease for an address that acts for its landlord. @throws CallFailure */
export function callLease(
  backend: Backend | null,
  body: z.input<typeof landlordLeaseRequestSchema>,
): Promise<z.output<typeof landlordLeaseReplySchema>> {
  return callFunction(backend, { name: "landlord-lease", body, data: landlordLeaseReplySchema });
}
