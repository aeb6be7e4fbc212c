import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { askAsStaff } from "./ask-as-staff.ts";
import { useBackend } from "./backend-context.tsx";

const countsSchema = z.object({
  /** Differs when the queue has changed. */
  version: z.string(),
  simulationsPending: z.number(),
  simulationsLate: z.number(),
  /** Requests with documents that nobody has read yet. */
  documentsToRead: z.number(),
  offersOpen: z.number(),
  /** Contracts in force that end within 30 days. */
  contractsExpiring: z.number(),
  partnershipsNew: z.number(),
  partnershipsLate: z.number(),
  messagesNew: z.number(),
  mailParked: z.number(),
  /** When the mail that is held up longest should have gone. */
  mailWaitingSince: z.nullable(z.string()),
});

export type StaffCounts = z.output<typeof countsSchema>;

export const staffCountsKey = ["staff-counts"] as const;

/**
 * How much waits on each staff screen, asked again every `interval` milliseconds while the page is
 * in view. Several askers share one answer; each is asked for as often as the most eager one wants.
 */
export function useStaffCounts(interval: number) {
  const backend = useBackend();
  return useQuery({
    queryKey: staffCountsKey,
    queryFn: async ({ signal }) =>
      countsSchema.parse(
        await askAsStaff(backend, (client) => client.rpc("staff_counts").abortSignal(signal)),
      ),
    refetchInterval: interval,
    refetchOnWindowFocus: "always",
  });
}
