import * as z from "zod/mini";

/**
 * Figures about the decisions, or about the payments, of claims: those of the last 12 months and those that are
 * overdue.
 */
const timesSchema = z.object({
  count: z.number(),
  /** Number of claims that met the promised day. */
  inTime: z.number(),
  medianDays: z.number(),
});

/** Reply of claim-times to everybody; null when there are too few claims. */
export const claimTimesSchema = z.object({
  decided: z.nullable(timesSchema),
  paid: z.nullable(timesSchema),
});
export type ClaimTimes = z.output<typeof claimTimesSchema>;
