import { askAsStaff } from "../../backend/ask-as-staff.ts";
import type { Backend } from "../../backend/backend.ts";

export const PAGE_SIZE = 20;

export interface SimulationFilter {
  /** Null for every status. */
  status: "pending" | "approved" | "rejected" | null;
  /** Part of a name, CPF or e-mail; empty for everything. */
  search: string;
}

/** The last row of a page: the next one begins after it. */
export interface PageEnd {
  createdAt: string;
  id: string;
}

export type Simulation = Awaited<ReturnType<typeof listSimulations>>[number];

/** One page, newest first; pages are found by their end, so far ones cost no more. @throws DataFailure */
export function listSimulations(
  backend: Backend | null,
  { status, search }: SimulationFilter,
  after: PageEnd | null,
  signal: AbortSignal,
) {
  return askAsStaff(backend, (client) =>
    client
      .rpc("list_simulations", {
        status,
        search: search || null,
        before_created_at: after?.createdAt ?? null,
        before_id: after?.id ?? null,
        page_size: PAGE_SIZE,
      })
      .abortSignal(signal),
  );
}
