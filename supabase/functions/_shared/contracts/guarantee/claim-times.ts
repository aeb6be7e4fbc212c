import * as z from "zod/mini";

/** How long claims took, of those whose day came in the last 12 months; medians in days. */
const timesSchema = z.object({
  count: z.number(),
  /** How many were through by the day that was promised. */
  inTime: z.number(),
  medianDays: z.number(),
});

/** What claim-times answers to everybody; null for what too few claims tell of. */
export const claimTimesSchema = z.object({
  decided: z.nullable(timesSchema),
  paid: z.nullable(timesSchema),
});
export type ClaimTimes = z.output<typeof claimTimesSchema>;
