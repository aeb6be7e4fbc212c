import * as z from "zod/mini";
import { type MailPreviewRequest, mailPreviewSchema } from "#contracts/mail/mail-preview.ts";
import { staffCountsKey } from "../backend-query-provider.tsx";
import { useStaffAction, useStaffQuery } from "./staff-hooks.ts";

const countsSchema = z.object({
  /** Version of the queue of simulations. When it changes, the staff's pages reload their simulations. */
  version: z.string(),
  simulationsPending: z.number(),
  simulationsLate: z.number(),
  /** Number of requests that one person approved and that wait for a second person. */
  simulationsSecond: z.number(),
  /** Number of requests with documents that staff have not read. */
  documentsToRead: z.number(),
  offersOpen: z.number(),
  /** Number of contracts in force that end within 30 days. */
  contractsExpiring: z.number(),
  /** Number of accepted contracts whose first day is in the future. */
  contractsUpcoming: z.number(),
  /** Number of overdue fees. `refundsDue` and `payoutsDue` count the refunds and payouts that staff must make. */
  paymentsOverdue: z.number(),
  refundsDue: z.number(),
  payoutsDue: z.number(),
  /** Number of received bank payments with an amount that staff have not allocated to a charge yet. */
  paymentsLeft: z.number(),
  /** Number of requests to end a contract that wait for staff. Requests that wait for a side do not count. */
  endingsAsked: z.number(),
  /** Number of confirmed addresses that tenants gave for landlords and that staff have to check. */
  addressesToCheck: z.number(),
  /** Number of claims that wait for staff. `claimsOverdue` counts the claims among these that are overdue. */
  claimsToDo: z.number(),
  claimsOverdue: z.number(),
  /** Number of decisions on claims, and of refunds and payouts, that wait for a second person. */
  claimsSecond: z.number(),
  payoutsToApprove: z.number(),
  partnershipsNew: z.number(),
  partnershipsLate: z.number(),
  messagesNew: z.number(),
  mailParked: z.number(),
  /** Due time of the mail that has waited longest; null when no mail waits. */
  mailWaitingSince: z.nullable(z.string()),
});

export type StaffCounts = z.output<typeof countsSchema>;

/**
 * Reads how many items wait for staff, and repeats this at an interval while the page is visible. The shortest
 * `interval` (ms) of all callers applies.
 */
export function useStaffCounts(interval: number) {
  return useStaffQuery({
    queryKey: staffCountsKey,
    schema: countsSchema,
    ask: (client) => client.rpc("staff_counts"),
    refetchInterval: interval,
    refetchOnWindowFocus: "always",
  });
}

const valuesSchema = z.object({
  secondPersonAbove: z.number(),
  feeRangePercent: z.number(),
  accountWaitDays: z.number(),
  rentWarnsPercent: z.number(),
  rentSecondPercent: z.number(),
});
const limitsSchema = z.extend(valuesSchema, {
  version: z.number(),
  /** Last changes, the newest first; null for members without the right owner. */
  changes: z.nullable(
    z.array(
      z.object({
        at: z.string(),
        who: z.nullable(z.string()),
        from: valuesSchema,
        to: valuesSchema,
      }),
    ),
  ),
});

export type StaffLimits = z.output<typeof limitsSchema>;

export const staffLimitsKey = ["staff-limits"] as const;

/** Reads the limits of staff, such as the amount for a second person and the range of fees. */
export function useStaffLimits() {
  return useStaffQuery({
    queryKey: staffLimitsKey,
    schema: limitsSchema,
    ask: (client) => client.rpc("staff_limits"),
  });
}

const MOST_COLLEAGUES = 100;

const colleagueSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  full_name: z.nullable(z.string()),
  status: z.string(),
});

/** Reads the accounts of the team, active ones first, to choose one of them. */
export function useColleagues() {
  return useStaffQuery({
    queryKey: ["staff-colleagues"],
    schema: z.array(colleagueSchema),
    ask: (client) => client.rpc("list_staff", { page_size: MOST_COLLEAGUES }),
  });
}

/** Returns a mutation that composes a mail for a preview and does not send the mail. */
export function useMailPreview() {
  return useStaffAction({
    call: (body: MailPreviewRequest) => ({ name: "preview-mail", body, data: mailPreviewSchema }),
  });
}
